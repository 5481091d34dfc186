import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Connection } from "./connection.tsx";
import { useTexts } from "./language.ts";
import { Palette } from "./palette.tsx";
import { screensFor } from "./screens.ts";
import { type Company, useSession } from "./session.tsx";
import styles from "./shell.module.css";
import { SHELL_TEXTS } from "./texts.ts";

/** The frame around a screen: which company, which screens, who. */
export function Shell({ company, screen }: { readonly company?: Company; readonly screen: ReactNode }): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          Carbon Ledger
        </Link>
        <CompanyChoice company={company} />
        {company === undefined ? null : <Palette company={company} />}
        <Link to="/mig" className={styles.person}>
          {useSession().person.name}
          <span className="hidden">, {texts.me}</span>
        </Link>
      </header>
      {company === undefined ? null : <Screens company={company} />}
      <main id="content" className={styles.content} tabIndex={-1} ref={useFocusOnScreen()}>
        {company === undefined ? null : <Connection company={company} />}
        {screen}
      </main>
    </div>
  );
}

/** After the menu the screen has the focus: keys act there, and readers begin there. */
function useFocusOnScreen() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function CompanyChoice({ company }: { readonly company: Company | undefined }): ReactNode {
  const { companies } = useSession();
  const texts = useTexts(SHELL_TEXTS);
  const navigate = useNavigate();
  if (companies.length < 2) return <span className={styles.company}>{company?.name}</span>;
  return (
    <select
      className={styles.company}
      aria-label={texts.company}
      value={company?.id ?? ""}
      onChange={({ target }) => void navigate({ to: "/$company", params: { company: target.value } })}
    >
      {company === undefined ? <option value="" /> : null}
      {companies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Screens({ company }: { readonly company: Company }): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // On a narrow window the menu is wider than the window: where one is stays in sight.
  useEffect(() => {
    menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav ref={menu} className={styles.menu} aria-label={texts.menu}>
      <ul>
        {screensFor(company.scopes).map(([name, to]) => (
          <li key={name}>
            <Link
              to={to}
              params={{ company: company.id }}
              activeOptions={{ exact: name === "overview", includeSearch: false }}
              activeProps={{ "aria-current": "page" }}
            >
              {texts.screens[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

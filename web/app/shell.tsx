import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Connection } from "./connection.tsx";
import { useTexts } from "./language.ts";
import { Palette } from "./palette.tsx";
import { type Screen, screensFor } from "./screens.ts";
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

/** How many screens stand in the menu of a telephone beside the button for the others. */
const BESIDE_MORE = 4;

/** The menu: a list at the side, or at the bottom of a narrow window, where all but the first open above it. */
function Screens({ company }: { readonly company: Company }): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const { pathname } = useLocation();
  const [opened_on, setOpenedOn] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const screens = screensFor(company.scopes);
  const more = screens.slice(BESIDE_MORE);
  // Whoever goes to a screen has done with the menu.
  const isOpen = opened_on === pathname;
  const isInMore = more.some(([, to]) => pathname.startsWith(to.replace("$company", company.id)));
  const entry = ([name, to]: Screen): ReactNode => (
    <li key={name}>
      <Link
        to={to}
        params={{ company: company.id }}
        activeOptions={{ exact: name === "overview", includeSearch: false }}
        activeProps={{ "aria-current": "page" }}
        onClick={() => setOpenedOn(null)}
      >
        {texts.screens[name]}
      </Link>
    </li>
  );
  return (
    <nav
      className={styles.menu}
      aria-label={texts.menu}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !isOpen) return;
        setOpenedOn(null);
        opener.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpenedOn(null);
      }}
    >
      <ul>
        {screens.slice(0, BESIDE_MORE).map(entry)}
        <li className={styles.more}>
          <button
            ref={opener}
            type="button"
            aria-expanded={isOpen}
            aria-controls="more-screens"
            aria-current={isInMore}
            onClick={() => setOpenedOn(isOpen ? null : pathname)}
          >
            {texts.more_screens}
          </button>
        </li>
      </ul>
      <ul id="more-screens" className={isOpen ? styles.opened : styles.closed}>
        {more.map(entry)}
      </ul>
    </nav>
  );
}

import { Link, Navigate } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { Loading } from "../parts/state.tsx";
import { lastCompany } from "./company.tsx";
import { useTexts } from "./language.ts";
import { later } from "./later.ts";
import { type Company, useSession } from "./session.tsx";
import { Shell } from "./shell.tsx";
import { SHELL_TEXTS } from "./texts.ts";

/** Nobody sees it first. */
const Me = later(async () => (await import("../features/me/me.tsx")).Me);

/** The company that was open last, else the first one. */
function useLastCompany(): Company | undefined {
  const { companies } = useSession();
  const last = lastCompany();
  return companies.find(({ id }) => id === last) ?? companies[0];
}

/** A screen of no company, beside the menu of the one that was open. */
function Outside({ children }: { readonly children: ReactNode }): ReactNode {
  const company = useLastCompany();
  return <Shell {...(company === undefined ? {} : { company })} screen={children} />;
}

/** The person's own screen; the menu leads back to the company that was open. */
export function OfMe(): ReactNode {
  return (
    <Outside>
      <Suspense fallback={<Loading />}>
        <Me />
      </Suspense>
    </Outside>
  );
}

export function Start(): ReactNode {
  const company = useLastCompany();
  if (company === undefined) return <Navigate to="/ingen-virksomhed" replace />;
  return <Navigate to="/$company" params={{ company: company.id }} replace />;
}

export function NoCompany(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return <Shell screen={<p className="note">{texts.no_company}</p>} />;
}

/** In place of a screen that no address leads to; inside a company its menu stands beside. */
export function NotFound(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return (
    <div className="stack">
      <h1>{texts.not_found}</h1>
      <p>
        <Link to="/" className="button">
          {texts.to_start}
        </Link>
      </p>
    </div>
  );
}

export function NotFoundOutside(): ReactNode {
  return (
    <Outside>
      <NotFound />
    </Outside>
  );
}

import { Link, Outlet, useParams } from "@tanstack/react-router";
import { createContext, type ReactNode, use } from "react";
import type { Scope } from "../../src/core/scopes.ts";
import { useTexts } from "./language.ts";
import { type Company, useSession } from "./session.tsx";
import { Shell } from "./shell.tsx";
import { SHELL_TEXTS } from "./texts.ts";

const CompanyContext = createContext<Company | null>(null);

/** The company that the address names, if this person works there. */
export function CompanyGate(): ReactNode {
  const { company: id } = useParams({ from: "/$company" });
  const { companies } = useSession();
  const texts = useTexts(SHELL_TEXTS);
  const company = companies.find((candidate) => candidate.id === id);
  if (company === undefined) {
    const told = (
      <p className="fault">
        {texts.no_such_company} <Link to="/">{texts.to_start}</Link>
      </p>
    );
    return <Shell screen={told} />;
  }
  rememberCompany(company.id);
  return (
    <CompanyContext value={company}>
      <Shell company={company} screen={<Outlet />} />
    </CompanyContext>
  );
}

export function useCompany(): Company {
  const company = use(CompanyContext);
  if (company === null) throw new Error("a screen of a company was drawn without one");
  return company;
}

/** Whether the reader's role may do something; what it says is only for hiding, the service decides. */
export function useMay(scope: Scope): boolean {
  return useCompany().scopes.includes(scope);
}

const LAST_COMPANY = "carbon-ledger.company";

function rememberCompany(id: string): void {
  localStorage.setItem(LAST_COMPANY, id);
}

export function lastCompany(): string | null {
  return localStorage.getItem(LAST_COMPANY);
}

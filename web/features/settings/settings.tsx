import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { CategoryRules } from "./category-rules.tsx";
import { DataSources } from "./data-sources.tsx";
import { DATA_SOURCES_TEXTS } from "./data-sources-texts.ts";
import { Departments } from "./departments.tsx";
import { FinancialYears } from "./financial-years.tsx";
import { HeatAllocation } from "./heat-allocation.tsx";
import { OwnNumbers } from "./own-numbers.tsx";
import { PurchaseSources } from "./purchase-sources.tsx";
import { Plan } from "./plan.tsx";
import { SharedDecisions } from "./shared-decisions.tsx";
import { SETTINGS_TEXTS } from "./texts.ts";

/** What is stated of the company, and where the rest of it is set until it is here. */
export function Settings(): ReactNode {
  const company = useCompany();
  const texts = useTexts(SETTINGS_TEXTS);
  const facts = useTexts(DATA_SOURCES_TEXTS);
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <section className="card stack">
        <h2>{facts.facts}</h2>
        <p>
          {facts.company_name}: <strong>{company.name}</strong>
        </p>
        <p className="soft">{facts.name_elsewhere}</p>
        <p>
          <Link to="/$company/rapporter/spoergsmaal" params={{ company: company.id }} search={{ afsnit: "B1" }}>
            {facts.facts_questions}
          </Link>
        </p>
      </section>
      <OwnNumbers />
      <PurchaseSources />
      <FinancialYears />
      <HeatAllocation />
      <DataSources />
      <Departments />
      <CategoryRules />
      <SharedDecisions />
      <Plan />
      {company.role === "admin" ? (
        <section className="card stack">
          <h2>{texts.elsewhere}</h2>
          <p>
            <a href={`/account/people?company=${company.id}`}>{texts.people}</a>
          </p>
          <p>
            <a href="/account/assistants">{texts.assistants}</a>
          </p>
        </section>
      ) : null}
    </div>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { Views } from "../../parts/form/views.tsx";
import { More } from "../../parts/more.tsx";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { FactorForm } from "./factor-form.tsx";
import { OneFactor } from "./one-factor.tsx";
import { type FactorStatus, STATUSES, useCompanyFactors } from "./queries.ts";
import { COMPANY_FACTORS_TEXTS } from "./texts.ts";

/** Emission factors of the company's own: stated with evidence, approved by somebody else, and taken out of force. */
export function CompanyFactors(): ReactNode {
  const company = useCompany();
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const { vis } = useSearch({ from: "/$company/faktorer" });
  const status = STATUSES.find((one) => one === vis) ?? null;
  const mayChange = useMay("activities:write");
  const [said, setSaid] = useState("");
  const list = useCompanyFactors(company.id, status);
  const { data, error, refetch } = list;
  const factors = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      <p role="status">{said}</p>
      <StatusChoice status={status} />
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && factors.length === 0 ? (
        <p className="card">{status === null ? texts.none : texts.none_here}</p>
      ) : null}
      <ul className={styles.list}>
        {factors.map((factor) => (
          <li key={factor.id} className="card">
            <OneFactor factor={factor} decided={setSaid} />
          </li>
        ))}
      </ul>
      <More of={list} />
      {mayChange ? (
        <details className="card">
          <summary>{texts.add}</summary>
          <FactorForm submitted={(name) => setSaid(texts.submitted(name))} />
        </details>
      ) : (
        <Denied />
      )}
    </div>
  );
}

/** Which states are shown; it stands in the address. */
function StatusChoice({ status }: { readonly status: FactorStatus | null }): ReactNode {
  const company = useCompany();
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const navigate = useNavigate();
  const show = (vis: FactorStatus | null): void =>
    void navigate({
      to: "/$company/faktorer",
      params: { company: company.id },
      search: vis === null ? {} : { vis },
      replace: true,
    });
  return (
    <Views
      label={texts.title}
      views={[null, ...STATUSES].map((one) => [one, one === null ? texts.all : texts.statuses[one]] as const)}
      shown={status}
      show={show}
    />
  );
}

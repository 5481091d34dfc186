import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { Fault, Loading } from "../../parts/state.tsx";
import { ToldWords } from "../../parts/told/told-words.tsx";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";
import { FAILURE_TEXTS } from "./failure-texts.ts";
import { useFallback, useRuns } from "./queries.ts";

/** Allocations that were asked for, newest first, with the state of each. */
export function Runs(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useRuns(company.id);
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <p>{texts.no_runs}</p>;
  return (
    <ul className={styles.list}>
      {data.map((run) => (
        <li key={run.id} className={styles.facts}>
          <p className={styles.head}>
            <strong>
              {run.market} {run.year}
            </strong>
            <span>{texts.statuses[run.status]}</span>
          </p>
          <p className="soft">
            {run.instruments.map(({ name, kwh }) => `${name}: ${formats.number(kwh, 0)} kWh`).join(" · ")}
          </p>
          <p className="soft">
            {run.created_at === null
              ? ""
              : texts.asked_by(run.requested_by_name ?? "?", formats.moment(run.created_at))}
            {run.reason === null ? "" : `: ${run.reason}`}
          </p>
          {run.changed_since.length === 0 ? null : (
            <p className="note">{texts.changed_since(run.changed_since.map(({ name }) => name).join(", "))}</p>
          )}
          {run.failure === null || run.failure_told === null ? null : (
            <p className="note">
              {texts.failed} <ToldWords told={run.failure_told} texts={FAILURE_TEXTS} sentence={run.failure} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What of a year's electricity has no contract or certificate. */
export function Fallback({ year }: { readonly year: number }): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useFallback(company.id, year);
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { market_based_kg, market_based_fallback_kg } = data;
  return (
    <p className="card">
      {texts.fallback(String(year), formats.mass(market_based_fallback_kg), formats.mass(market_based_kg))}
    </p>
  );
}

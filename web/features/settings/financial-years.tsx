import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Awaited, Fault } from "../../parts/state.tsx";
import { ReportedYear } from "./reported-year.tsx";
import { RestateYear } from "./restate-year.tsx";
import styles from "./settings.module.css";
import { SETTINGS_TEXTS } from "./texts.ts";

type Year = Operations["get_financial_years"]["output"]["years"][number];

/** Years that are shown: the one under way and those before it. */
const SHOWN = 6;

/** The financial years with their state; an administrator closes them and opens them again. */
export function FinancialYears(): ReactNode {
  const company = useCompany();
  const texts = useTexts(SETTINGS_TEXTS);
  const mayChange = useMay("tenant:write");
  const [fault, setFault] = useState<Error | null>(null);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["financial-years", company.id],
    queryFn: () => call(company.id, "get_financial_years", {}),
  });
  const change = (work: Promise<unknown>): void => {
    setFault(null);
    work.then(
      () => refreshCompany(queries, company.id),
      (cause: unknown) => setFault(errorOf(cause)),
    );
  };
  if (data === undefined) return <Awaited title={texts.years} error={error} again={() => void refetch()} />;
  const today = new Date().toISOString().slice(0, 10);
  const begun = data.years.filter(({ from }) => from <= today).slice(-SHOWN);
  return (
    <section className="card stack">
      <h2>{texts.years}</h2>
      <p className="soft">{texts.years_hint}</p>
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
      <ul className={styles.years}>
        {begun.toReversed().map((year) => (
          <li key={year.to}>
            <OneYear
              year={year}
              mayChange={mayChange}
              close={() => change(call(company.id, "close_financial_year", { period_end: year.to }))}
              restated={() => change(Promise.resolve())}
              reopen={(reason) => change(call(company.id, "reopen_financial_year", { period_end: year.to, reason }))}
            />
          </li>
        ))}
      </ul>
      {mayChange ? null : <p className="soft">{texts.only_admin}</p>}
      <p>
        <Link to="/$company/faktorer/udgaver" params={{ company: company.id }}>
          {texts.factor_releases}
        </Link>
      </p>
    </section>
  );
}

interface OneYearProps {
  readonly year: Year;
  readonly mayChange: boolean;
  readonly close: () => void;
  readonly reopen: (reason: string) => void;
  /** Figures of the year have moved. */
  readonly restated: () => void;
}

function OneYear({ year, mayChange, close, reopen, restated }: OneYearProps): ReactNode {
  const texts = useTexts(SETTINGS_TEXTS);
  const formats = useFormats();
  const [reason, setReason] = useState<string | null>(null);
  const [isRestating, setRestating] = useState(false);
  const [isShown, setShown] = useState(false);
  const state = year.is_closed ? texts.closed : year.is_over ? texts.open : texts.running;
  const decided =
    year.decided_at === null ? "" : `, ${texts.by(year.decided_by_name ?? "", formats.day(year.decided_at))}`;
  return (
    <>
      <p className={styles.year}>
        <strong>{year.report_year}</strong>
        <span>
          {formats.day(year.from)} – {formats.day(year.to)}
        </span>
        <span className="soft">
          {state}
          {decided}
        </span>
      </p>
      {mayChange && year.is_over && !year.is_closed ? (
        <button type="button" className="button quiet" onClick={close}>
          {texts.close} <span className="hidden">{year.report_year}</span>
        </button>
      ) : null}
      {mayChange && year.is_closed && reason === null ? (
        <button type="button" className="button quiet" onClick={() => setReason("")}>
          {texts.reopen} <span className="hidden">{year.report_year}</span>
        </button>
      ) : null}
      {mayChange && year.is_closed && reason === null && !isRestating ? (
        <button type="button" className="button quiet" onClick={() => setRestating(true)}>
          {texts.restate} <span className="hidden">{year.report_year}</span>
        </button>
      ) : null}
      {year.is_closed ? (
        <button type="button" className="button plain" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? texts.hide_figures : texts.figures} <span className="hidden">{year.report_year}</span>
        </button>
      ) : null}
      {isShown && year.is_closed ? <ReportedYear period_end={year.to} /> : null}
      {isRestating && year.is_closed ? <RestateYear period_end={year.to} done={restated} /> : null}
      {reason === null || !year.is_closed ? null : (
        <form
          className={styles.reason}
          onSubmit={(event) => {
            event.preventDefault();
            reopen(reason);
            setReason(null);
          }}
        >
          <label>
            {texts.reason}
            <input
              className="field"
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
          <OnlineButton type="submit" className="button">
            {texts.confirm}
          </OnlineButton>
          <button type="button" className="button plain" onClick={() => setReason(null)}>
            {texts.cancel}
          </button>
        </form>
      )}
    </>
  );
}

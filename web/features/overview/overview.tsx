import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { Months } from "../../parts/chart/months.tsx";
import { refreshCompany } from "../../app/refresh.ts";
import { UploadLink } from "../../parts/nothing-yet.tsx";
import { Awaited, Fault, Loading } from "../../parts/state.tsx";
import { compareMonths, monthRuns } from "./compared-months.ts";
import styles from "./overview.module.css";
import { type OverviewData, useOverview } from "./queries.ts";
import { Statement } from "./statement.tsx";
import { monthName, OVERVIEW_TEXTS } from "./texts.ts";

/** Its words are many and it stands at the end: the figures do not wait for it. */
const Latest = later(async () => (await import("./latest.tsx")).Latest);

/** Below the figures as well. */
const RestsOn = later(async () => (await import("./rests-on.tsx")).RestsOn);

/** Loaded by those who ask. */
const WhyChanged = later(async () => (await import("./why-changed.tsx")).WhyChanged);

/** The years that the choice offers: this one and those before it, as far as books are kept. */
const YEARS = 6;

/** The number, its change, and what is not in it. */
export function Overview(): ReactNode {
  const company = useCompany();
  const texts = useTexts(OVERVIEW_TEXTS);
  const { aar } = useSearch({ from: "/$company/" });
  const navigate = useNavigate();
  const now = new Date().getUTCFullYear();
  const year = aar === undefined ? now : Number(aar);
  const queries = useQueryClient();
  const { data, error } = useOverview(company.id, year);
  return (
    <div className="stack">
      <div className={styles.head}>
        <h1>{texts.title}</h1>
        <select
          className={styles.year}
          aria-label={texts.year}
          value={year}
          onChange={({ target }) =>
            void navigate({ to: "/$company", params: { company: company.id }, search: { aar: target.value } })
          }
        >
          {Array.from({ length: YEARS }, (_, index) => now - index).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {error === null ? null : <Fault error={error} again={() => void refreshCompany(queries, company.id)} />}
      {data === undefined ? error === null ? <Loading /> : null : <Figures data={data} />}
      {useMay("audit:read") ? (
        <Suspense fallback={<Awaited title={texts.latest} error={null} />}>
          <Latest isFaultTold={error !== null} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Figures({ data }: { readonly data: OverviewData }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const formats = useFormats();
  const mayUpload = useMay("activities:bulk");
  const { summary } = data;
  const open = summary.waiting.lines + summary.waiting.files + summary.pending_restatement_count;
  if (summary.total_co2e_kg === null && open === 0) {
    return (
      <section className="card stack">
        <p>{texts.no_data}</p>
        {mayUpload ? (
          <>
            <p>{texts.first}</p>
            <p>
              <UploadLink className="button" />
            </p>
          </>
        ) : null}
      </section>
    );
  }
  const scopes = ["1", "2", "3"] as const;
  return (
    <>
      <section className={styles.tiles}>
        <div className="card">
          <h2 className="soft">{texts.total}</h2>
          <p className={styles.big}>
            {summary.total_co2e_kg === null ? texts.unknown : `${formats.mass(summary.total_co2e_kg)} CO2e`}
          </p>
          <Change data={data} />
        </div>
        <Statement data={data} />
        {scopes.map((scope, index) => (
          <div key={scope} className="card">
            <h2 className="soft">{texts.scope[index]}</h2>
            <p className={styles.middle}>
              {summary.by_scope[scope] === null ? texts.unknown : formats.mass(summary.by_scope[scope])}
            </p>
            <p className="soft">{texts.of_scope[index]}</p>
          </div>
        ))}
      </section>
      <Why data={data} />
      <section className="card stack">
        <h2>{texts.per_month}</h2>
        <MonthChart data={data} />
      </section>
      <div className={styles.two}>
        <Largest data={data} />
        <Suspense fallback={<Awaited title={texts.rests_on} error={null} />}>
          <RestsOn title={texts.rests_on} data={data} />
        </Suspense>
      </div>
    </>
  );
}

/** Compared are the months in which this year has data: a year that is not over is smaller than one that is. */
function Change({ data: { year, months, earlier } }: { readonly data: OverviewData }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const formats = useFormats();
  const compared = compareMonths(months, earlier);
  if (compared === null) return null;
  if ("missing" in compared) {
    return <p className="soft">{texts.not_comparable(formats.number(compared.missing), year - 1)}</p>;
  }
  const shown = `${compared.percent > 0 ? "+" : ""}${formats.number(compared.percent, 0)}`;
  return <p>{texts.change(shown, year - 1)}</p>;
}

/** What the change comes from, where the years can be compared. */
function Why({ data: { year, months, earlier } }: { readonly data: OverviewData }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const compared = compareMonths(months, earlier);
  if (compared === null || "missing" in compared) return null;
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.why_changed(year - 1)}</summary>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <WhyChanged year={year} runs={monthRuns(months)} />
        </Suspense>
      ) : null}
    </details>
  );
}

function MonthChart({ data: { year, months, earlier } }: { readonly data: OverviewData }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const formats = useFormats();
  const columns = Array.from({ length: 12 }, (_, index) => {
    const number = String(index + 1).padStart(2, "0");
    const found = months.find(({ month }) => month === `${year}-${number}`);
    const before = earlier.find(({ month }) => month === `${year - 1}-${number}`);
    return {
      label: monthName(`${year}-${number}`, formats),
      scopes: [found?.by_scope["1"] ?? null, found?.by_scope["2"] ?? null, found?.by_scope["3"] ?? null] as const,
      before: before?.total_co2e_kg ?? null,
    };
  });
  return (
    <Months
      title={`${texts.per_month}, ${year}`}
      columns={columns}
      names={[...texts.scope, texts.before(year - 1)]}
      mass={formats.mass}
      axis={formats.axis}
      month={texts.month}
      show_table={texts.show_table}
    />
  );
}

const LARGEST = 8;

function Largest({ data }: { readonly data: OverviewData }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const formats = useFormats();
  const { categories } = data;
  const most = Math.max(1, ...categories.map(({ co2e_kg }) => co2e_kg ?? 0));
  return (
    <section className="card stack">
      <h2>{texts.largest}</h2>
      <ol className={styles.bars}>
        {categories.slice(0, LARGEST).map(({ category_id, name_da, name_en, co2e_kg }) => (
          <li key={category_id}>
            <span>{formats.language === "da" ? name_da : name_en}</span>
            <span className="figure">{formats.mass(co2e_kg)}</span>
            <progress max={most} value={Math.max(0, co2e_kg ?? 0)} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </section>
  );
}

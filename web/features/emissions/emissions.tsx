import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { LineageDrawer } from "../../parts/lineage/lineage-drawer.tsx";
import { More } from "../../parts/more.tsx";
import { NothingYet } from "../../parts/nothing-yet.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./emissions.module.css";
import { Filters, isFiltered } from "./filters.tsx";
import { type Entry, type Filter, useEntries, useIsComplete, useSums } from "./queries.ts";
import type { EmissionsSearch } from "./search.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";

/** Every single emission of a year; each opens to how it came about. */
export function Emissions(): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const search = useSearch({ from: "/$company/udledninger" });
  const navigate = useNavigate();
  const now = new Date().getUTCFullYear();
  const filter: Filter = {
    year: search.aar === undefined ? now : Number(search.aar),
    scope: search.scope,
    q: search.q,
    supplier: search.leverandoer,
    calculation_method: search.metode,
    quality: search.kvalitet,
    department_id: search.afdeling,
    order: search.orden ?? "date",
  };
  const list = useEntries(company.id, filter);
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (changed: EmissionsSearch): void =>
    void navigate({
      to: "/$company/udledninger",
      params: { company: company.id },
      search: { ...search, ...changed },
      replace: true,
    });
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <Filters year={filter.year} now={now} search={search} show={show} suppliers={suppliersOf(entries)} />
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : <SumLine filter={filter} shown={entries.length} />}
      {data === undefined || entries.length > 0 ? null : isFiltered(search) ? (
        <p className="card">{texts.none}</p>
      ) : (
        <NothingYet>{texts.none_in(filter.year)}</NothingYet>
      )}
      {entries.length === 0 ? null : (
        <Entries
          entries={entries}
          open={(post) => show({ post })}
          ofSupplier={(leverandoer) => show({ leverandoer })}
        />
      )}
      <More of={list} />
      <LineageDrawer id={search.post ?? null} open={(post) => show({ post })} close={() => show({ post: undefined })} />
    </div>
  );
}

/** Names in the rows that are shown, each once. */
function suppliersOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ supplier_name }) => supplier_name ?? []))].toSorted();
}

interface SumLineProps {
  readonly filter: Filter;
  readonly shown: number;
}

/** What all pages of the filter add up to, told again to readers when it changes. */
function SumLine({ filter, shown }: SumLineProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useSums(company.id, filter);
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <p className="soft">{texts.count(formats.number(shown), null)}</p>;
  const parts = [texts.count(formats.number(shown), formats.number(data.entry_count))];
  if (data.co2e_market_based_kg !== null) parts.push(`${formats.mass(data.co2e_market_based_kg)} CO2e`);
  if (data.co2e_location_based_kg !== data.co2e_market_based_kg) {
    parts.push(texts.location(formats.mass(data.co2e_location_based_kg)));
  }
  if (data.data_quality_score !== null) parts.push(texts.mean_quality(formats.number(data.data_quality_score, 1)));
  return (
    <div className="row soft">
      <p role="status">{parts.join(" · ")}</p>
      <IsComplete year={filter.year} />
    </div>
  );
}

/** Leads to what is not in the year's total, or says that nothing is. */
function IsComplete({ year }: { readonly year: number }): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const { data } = useIsComplete(company.id, year);
  if (data === undefined) return null;
  return (
    <Link to="/$company" params={{ company: company.id }} search={{ aar: String(year) }}>
      {texts.is_complete(year, data)}
    </Link>
  );
}

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly open: (id: string) => void;
  readonly ofSupplier: (name: string) => void;
}

function Entries({ entries, open, ofSupplier }: EntriesProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  return (
    <table className={styles.entries}>
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.what}</th>
          <th scope="col">{texts.category}</th>
          <th scope="col">{texts.scope}</th>
          <th scope="col">{texts.method}</th>
          <th scope="col">{texts.quality}</th>
          <th scope="col" className="figure">
            {texts.kg}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              {formats.day(entry.transaction_date)}
              {entry.is_future ? <span className="soft"> {texts.ahead}</span> : null}
            </td>
            <td>
              <button type="button" className={styles.open} onClick={() => open(entry.id)}>
                {entry.description}
              </button>
              <SupplierCell name={entry.supplier_name} ofSupplier={ofSupplier} />
            </td>
            <td>{nameOf(entry.category_id)}</td>
            <td>{entry.scope3_category === null ? entry.scope : `3.${entry.scope3_category}`}</td>
            <td>{texts.methods[entry.calculation_method] ?? entry.calculation_method}</td>
            <td>{entry.data_quality_score}</td>
            <td className="figure">
              {entry.co2e_market_based_kg === null ? "?" : formats.number(entry.co2e_market_based_kg, 1)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SupplierCellProps {
  readonly name: string | null;
  readonly ofSupplier: (name: string) => void;
}

function SupplierCell({ name, ofSupplier }: SupplierCellProps): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  if (name === null) return <span className={`soft ${styles.supplier}`}>{texts.no_supplier}</span>;
  return (
    <button
      type="button"
      className={`${styles.supplier} ${styles.narrow}`}
      title={texts.only_supplier(name)}
      onClick={() => ofSupplier(name)}
    >
      {name}
    </button>
  );
}

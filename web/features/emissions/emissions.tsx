import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./emissions.module.css";
import { LineageDrawer } from "./lineage-drawer.tsx";
import { type Entry, type Scope, useEntries, useTotals } from "./queries.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";

const YEARS = 6;
const SCOPES: readonly Scope[] = ["1", "2", "3"];

/** Every single emission of a year; each opens to how it came about. */
export function Emissions(): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  const search = useSearch({ from: "/$company/udledninger" });
  const navigate = useNavigate();
  const now = new Date().getUTCFullYear();
  const filter = {
    year: search.aar === undefined ? now : Number(search.aar),
    scope: search.scope ?? null,
    order: search.orden === "kg" ? "kg" : "date",
  } as const;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useEntries(company.id, filter);
  const totals = useTotals(company.id, filter);
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (changed: typeof search): void =>
    void navigate({
      to: "/$company/udledninger",
      params: { company: company.id },
      search: { ...search, ...changed },
      replace: true,
    });
  const all = filter.scope === null ? (totals.data?.entry_count ?? null) : null;
  const sum = filter.scope === null ? totals.data?.total_co2e_kg : totals.data?.by_scope[filter.scope];
  const { post: _opened, ...closed } = search;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <div className={styles.filters}>
        <label>
          {texts.year}{" "}
          <select className="field" value={filter.year} onChange={({ target }) => show({ aar: target.value })}>
            {Array.from({ length: YEARS }, (_, index) => now - index).map((year) => (
              <option key={year}>{year}</option>
            ))}
          </select>
        </label>
        <div role="group" aria-label={texts.scope} className={styles.filters}>
          <ScopeButton
            isOn={filter.scope === null}
            label={texts.every_scope}
            choose={() => show({ scope: undefined })}
          />
          {SCOPES.map((scope) => (
            <ScopeButton
              key={scope}
              isOn={filter.scope === scope}
              label={`${texts.scope} ${scope}`}
              choose={() => show({ scope })}
            />
          ))}
        </div>
        <label>
          {texts.order}{" "}
          <select
            className="field"
            value={filter.order}
            onChange={({ target }) => show({ orden: target.value === "kg" ? "kg" : undefined })}
          >
            <option value="date">{texts.orders.date}</option>
            <option value="kg">{texts.orders.kg}</option>
          </select>
        </label>
      </div>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : (
        <p className="soft">
          {texts.count(formats.number(entries.length), all === null ? null : formats.number(all))}
          {sum === undefined || sum === null ? "" : ` · ${formats.mass(sum)} CO2e`}
        </p>
      )}
      {data !== undefined && entries.length === 0 ? <p className="card">{texts.none}</p> : null}
      {entries.length === 0 ? null : <Entries entries={entries} open={(post) => show({ post })} />}
      {hasNextPage ? (
        <p>
          <button type="button" className="button plain" onClick={() => void fetchNextPage()}>
            {texts.more}
          </button>
        </p>
      ) : null}
      <LineageDrawer
        id={search.post ?? null}
        close={() =>
          void navigate({ to: "/$company/udledninger", params: { company: company.id }, search: closed, replace: true })
        }
      />
    </div>
  );
}

interface ScopeButtonProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly choose: () => void;
}

function ScopeButton({ isOn, label, choose }: ScopeButtonProps): ReactNode {
  return (
    <button type="button" className="button quiet" aria-pressed={isOn} onClick={choose}>
      {label}
    </button>
  );
}

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly open: (id: string) => void;
}

function Entries({ entries, open }: EntriesProps): ReactNode {
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
            <td>{formats.day(entry.transaction_date)}</td>
            <td>
              <button type="button" className={styles.open} onClick={() => open(entry.id)}>
                {entry.description}
              </button>
              <span className={`soft ${styles.supplier}`}>{entry.supplier_name ?? texts.no_supplier}</span>
            </td>
            <td>{nameOf(entry.category_id)}</td>
            <td>{entry.scope3_category === null ? entry.scope : `3.${entry.scope3_category}`}</td>
            <td>{texts.methods[entry.calculation_method] ?? entry.calculation_method}</td>
            <td>{entry.data_quality_score}</td>
            <td className="figure">{formats.mass(entry.co2e_market_based_kg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

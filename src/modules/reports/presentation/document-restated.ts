import { changePercent, reachesThreshold } from "../../../core/change-percent.ts";
import { financialYear, monthOfDay, yearLabel } from "../../../core/financial-year.ts";
import { formatNumber } from "../../../core/number-format.ts";
import { type Decimal, decimal } from "../../../core/quantity.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { RestatedYear } from "../snapshot/restated-years.ts";
import { isOfYear } from "../snapshot/is-of-year.ts";
import { DECIMALS, percent, tonnes } from "./document-sums.ts";
import type { ReportDocument } from "./report-document.ts";

type Language = "da" | "en";
type Note = NonNullable<ReportDocument["notes"]>[number];
type Row = NonNullable<ReportDocument["restated_years"]>[number];

/** Figures of a scope, in the order in which tables show them; scope 2 both ways. */
const SHOWN = [
  { name: "scope_1", scope: 1, column: "market_based" },
  { name: "scope_2_location_based", scope: 2, column: "location_based" },
  { name: "scope_2_market_based", scope: 2, column: "market_based" },
  { name: "scope_3", scope: 3, column: "market_based" },
] as const;

/** Years that were reported otherwise: each scope as reported and as restated, tCO2e; empty where none was. */
export function restatedRows({ restated, facts }: Snapshot): Row[] {
  return (restated?.years ?? []).map((year) => {
    const own = financialYear(monthOfDay(year.from), monthOfDay(year.to));
    const rows = facts.years.filter((row) => isOfYear(row, own));
    const scopes = SHOWN.map(({ name, scope, column }) => {
      const was = year.reported.find((row) => row.scope === scope)?.[`${column}_kg`] ?? null;
      const is = rows.find((row) => row.scope === scope)?.[`${column}_kg`] ?? null;
      const change_pct = changePercent(was, is ?? "0");
      return {
        figure: name,
        as_reported: was === null ? null : tonnes(was),
        as_restated: is === null ? null : tonnes(is),
        change_pct: change_pct === null ? null : percent(decimal(change_pct)),
        pending: tonnes(pendingKg(year, { scope, column })),
        is_above_threshold: reachesThreshold(change_pct, restated?.threshold_percent ?? 0),
      };
    });
    const { report_year } = own;
    return { year: report_year, period: { from: year.from, to: year.to }, reported_on: year.reported_on, scopes };
  });
}

function pendingKg(
  { pending }: RestatedYear,
  { scope, column }: Pick<(typeof SHOWN)[number], "scope" | "column">,
): Decimal {
  const row = pending.find((one) => one.scope === scope);
  if (row === undefined) return decimal(0);
  return decimal(row[`${column}_after_kg`]).minus(row[`${column}_before_kg`]);
}

/** Restatements that reach the threshold, and what waits to change a closed year. */
export function restatedNotes(snapshot: Snapshot, language: Language): Note[] {
  const threshold = formatNumber(snapshot.restated?.threshold_percent ?? 0, language);
  return restatedRows(snapshot).flatMap(({ period, scopes }): Note[] => {
    const year = yearLabel(financialYear(monthOfDay(period.from), monthOfDay(period.to)));
    const above = scopes.filter(({ is_above_threshold }) => is_above_threshold).map((row) => changeText(row, language));
    const pending = scopes
      .filter(({ pending: kg }) => kg !== 0)
      .map(({ figure, pending: kg }) => `${NAMES[figure][language]} ${signed(kg, language)} tCO2e`);
    return [
      ...(above.length === 0
        ? []
        : [
            {
              code: "restated_above_threshold",
              text: aboveText({ year, threshold, changes: above.join("; ") }, language),
            },
          ]),
      ...(pending.length === 0
        ? []
        : [{ code: "restatement_pending", text: pendingText({ year, changes: pending.join("; ") }, language) }]),
    ];
  });
}

const NAMES = {
  scope_1: { en: "scope 1", da: "scope 1" },
  scope_2_location_based: { en: "scope 2, location-based", da: "scope 2, lokationsbaseret" },
  scope_2_market_based: { en: "scope 2, market-based", da: "scope 2, markedsbaseret" },
  scope_3: { en: "scope 3", da: "scope 3" },
} as const;

function changeText(
  { figure, as_reported, as_restated, change_pct }: Row["scopes"][number],
  language: Language,
): string {
  const kg = (value: number | null) => (value === null ? "\u2013" : formatNumber(value, language, DECIMALS));
  const share = change_pct === null ? "" : ` (${signed(change_pct, language)} %)`;
  return `${NAMES[figure][language]} ${kg(as_reported)} \u2192 ${kg(as_restated)} tCO2e${share}`;
}

function signed(value: number, language: Language): string {
  return `${value > 0 ? "+" : ""}${formatNumber(value, language)}`;
}

interface Above {
  readonly year: string;
  readonly threshold: string;
  readonly changes: string;
}

function aboveText({ year, threshold, changes }: Above, language: Language): string {
  return language === "da"
    ? `${year} er rettet med mindst ${threshold} % af det, der blev rapporteret: ${changes}.`
    : `${year} was restated by at least ${threshold} % of what was reported: ${changes}.`;
}

function pendingText({ year, changes }: Omit<Above, "threshold">, language: Language): string {
  return language === "da"
    ? `${year} er lukket. Rettelser, som ingen har bogført endnu, ville ændre ${changes}; de indgår ikke i tallene.`
    : `${year} is closed. Restatements that nobody has booked yet would change ${changes}; they are not in the figures.`;
}

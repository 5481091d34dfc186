import type { TenantTransaction } from "../../core/context.ts";
import { type FinancialYear, financialYear, yearOfDay } from "../../core/financial-year.ts";
import { OutdatedTables } from "../../core/outdated-tables.ts";
import { financialYears } from "../financial-years/index.ts";
import { releaseLabel, releaseOn } from "./factor-choice/releases-in-force.ts";
import { subjectOf } from "./factor-choice/source-table.ts";
import type { NewEntry } from "./new-entries.ts";
import { beginReleases, selectReleasesInForce } from "./store-releases.ts";

type Entry = Pick<NewEntry, "factor" | "inputs" | "transaction_date">;

/**
 * The subject of an entry's factor and the release by which it was counted, which is null of what was counted before entries kept it.
 * Null: the factor is of no subject, such as a company's own.
 */
export function releaseOfEntry({ factor, inputs }: Pick<NewEntry, "factor" | "inputs">) {
  const label = inputs["factor_release"];
  const subject = subjectOf(factor.key)?.subject;
  return subject === undefined ? null : { subject, label: typeof label === "string" ? label : null };
}

/**
 * The first entry of a subject in a financial year puts the release that it was counted by into force there; all others must have
 * been counted by that one. The transaction must hold the audit chain.
 * @throws OutdatedTables when another release came into force since they were calculated
 */
export async function keepReleases(tx: TenantTransaction, entries: readonly Entry[]): Promise<void> {
  const counted = distinct(entries);
  if (counted.length === 0) return;
  const inForce = await selectReleasesInForce(tx);
  const begun: Counted[] = [];
  for (const one of counted) {
    const row = releaseOn(inForce, one.subject, one.day);
    if (row === undefined) begun.push(one);
    else if (releaseLabel(row) !== one.label) {
      throw new OutdatedTables(
        `${one.subject} of ${one.day} counts by ${releaseLabel(row)} and no longer by ${one.label}`,
      );
    }
  }
  if (begun.length === 0) return;
  const statement = await financialYears(tx);
  const years = new Map<string, { readonly year: FinancialYear; readonly releases: Map<string, string> }>();
  for (const { subject, label, day } of begun) {
    const year = yearOfDay(statement, day) ?? calendarYear(day);
    const of = years.get(year.to) ?? { year, releases: new Map<string, string>() };
    years.set(year.to, of);
    of.releases.set(subject, label);
  }
  for (const { year, releases } of years.values()) {
    await beginReleases(
      tx,
      year,
      [...releases].map(([subject, release]) => ({ subject, release })),
    );
  }
}

/** What lies before a company's first year goes by calendar years. */
function calendarYear(day: string): FinancialYear {
  const january = Number(day.slice(0, 4)) * 12;
  return financialYear(january, january + 11);
}

interface Counted {
  readonly subject: string;
  readonly label: string;
  /** First day of the month, ISO date. */
  readonly day: string;
}

function distinct(entries: readonly Entry[]): readonly Counted[] {
  const found = new Map<string, Counted>();
  for (const entry of entries) {
    const { subject, label } = releaseOfEntry(entry) ?? { subject: "", label: null };
    if (label === null) continue;
    const day = `${entry.transaction_date.slice(0, 7)}-01`;
    found.set(`${subject} ${day} ${label}`, { subject, label, day });
  }
  return [...found.values()];
}

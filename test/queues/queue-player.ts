import type { ingestingSite } from "../support/ingesting-site.ts";
import type { RecordingCompany } from "../support/recording-site.ts";
import { documentOf, type Label } from "./queue-labels.ts";

export type QueueSite = Awaited<ReturnType<typeof ingestingSite>>;

/** A line as the service lists it. */
export interface ReadLine {
  readonly id: string;
  readonly document_sha256: string;
  readonly description: string;
  readonly amount: number | null;
  readonly status: string;
  readonly category_id: string;
  readonly transaction_date: string;
}

/** Of a key 60 are allowed; papers are handed in just before. */
const WRITES_IN_A_MINUTE = 10;

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
}

/** All pages of a list. */
export async function all<Row>(site: QueueSite, by: RecordingCompany, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const sign = path.includes("?") ? "&" : "?";
  for (let cursor: string | null = ""; cursor !== null;) {
    const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await site.get(by, `${path}${sign}limit=200${next}`)) as Page<Row>;
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}

export interface Matched {
  /** Activity by label. */
  readonly activities: ReadonlyMap<string, string>;
  /** Labels that no line was read for. */
  readonly unread: readonly string[];
  /** Lines that no label speaks of: document and words. */
  readonly unlabelled: readonly string[];
}

/** Finds each label's line: in its document, by its words and amount, else by its amount. `nameOf` names a line's document. */
export function match(
  labels: readonly Label[],
  lines: readonly ReadLine[],
  nameOf: (line: ReadLine) => string,
): Matched {
  const left = new Set(lines);
  const activities = new Map<string, string>();
  const take = (label: Label, fits: (line: ReadLine) => boolean): void => {
    if (activities.has(label.id)) return;
    const line = [...left].find((read) => nameOf(read) === documentOf(label) && fits(read));
    if (line === undefined) return;
    left.delete(line);
    activities.set(label.id, line.id);
  };
  const sameAmount = ({ amount }: Label, read: ReadLine) => Math.abs(amount ?? 0) === Math.abs(read.amount ?? 0);
  const sameWords = ({ text }: Label, read: ReadLine) => read.description.includes(text) || text === "*";
  for (const label of labels) take(label, (read) => sameWords(label, read) && sameAmount(label, read));
  for (const label of labels) take(label, (read) => sameAmount(label, read));
  for (const label of labels) take(label, (read) => sameWords(label, read));
  return {
    activities,
    unread: labels.map(({ id }) => id).filter((id) => !activities.has(id)),
    unlabelled: [...left].map((line) => `${nameOf(line)} "${line.description}" ${line.amount}`).sort(),
  };
}

export interface Settled {
  /** Labels of the lines that were asked about. */
  readonly asked: readonly string[];
  /** Decisions that were refused: label, status and what was said. */
  readonly refused: readonly string[];
}

/** Decides each line that waits as its label says, until nothing new waits. */
export async function settle(
  site: QueueSite,
  by: RecordingCompany,
  labelOf: ReadonlyMap<string, Label>,
): Promise<Settled> {
  const asked = new Set<string>();
  const refused: string[] = [];
  let decided = 0;
  for (let more = true; more;) {
    more = false;
    for (const { id } of await all<ReadLine>(site, by, "/review-items")) {
      const label = labelOf.get(id);
      if (label === undefined || asked.has(label.id)) continue;
      asked.add(label.id);
      more = true;
      const { facts, reason } = label.decision;
      const [verb, body] =
        label.category === undefined
          ? ["exclude", { reason }]
          : ["recategorize", { category_id: label.category, reason, ...(facts === undefined ? {} : { facts }) }];
      decided += 1;
      if (decided % WRITES_IN_A_MINUTE === 0) site.app.db.clock.advance(61);
      const answer = await site.post(by, body, {}, `/review-items/${id}/${verb}`);
      if (answer.status !== 200) refused.push(`${label.id}: ${answer.status} ${answer.text}`);
    }
  }
  return { asked: [...asked].sort(), refused };
}

interface Entry {
  readonly id: string;
  readonly activity_split_id: string;
  readonly category_id: string;
  readonly co2e_market_based_kg: number;
}

/** kg by label and category. */
export async function kgByLine(
  site: QueueSite,
  by: RecordingCompany,
  labelOf: ReadonlyMap<string, Label>,
): Promise<ReadonlyMap<string, number>> {
  const lineOfSplit = new Map<string, string>();
  const figures = new Map<string, number>();
  const days = "from=1970-01-01&to=2027-12-31";
  for (const { id, activity_split_id, category_id, co2e_market_based_kg } of await all<Entry>(
    site,
    by,
    `/emissions?${days}`,
  )) {
    let line = lineOfSplit.get(activity_split_id);
    if (line === undefined) {
      const { activity } = (await site.get(by, `/emissions/${id}/lineage`)) as { activity: { id: string } };
      line = labelOf.get(activity.id)?.id ?? `activity ${activity.id}`;
      lineOfSplit.set(activity_split_id, line);
    }
    const key = `${line} ${category_id}`;
    figures.set(key, (figures.get(key) ?? 0) + co2e_market_based_kg);
  }
  return figures;
}

/** kg by category of a calendar year; what is unknown is not in it. */
export async function kgByCategory(site: QueueSite, by: RecordingCompany, year: string): Promise<Map<string, number>> {
  const told = (await site.get(by, `/emissions/by-category?from=${year}-01-01&to=${year}-12-31`)) as {
    readonly items: readonly { readonly category_id: string; readonly co2e_kg: number | null }[];
  };
  return new Map(told.items.flatMap(({ category_id, co2e_kg }) => (co2e_kg === null ? [] : [[category_id, co2e_kg]])));
}

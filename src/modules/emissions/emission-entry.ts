import { z } from "zod";
import type { TextRow } from "../../core/context.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { roundedText } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** What is told of an entry where it is so, and else is absent: 200 rows stay within 120,000 characters, which an assistant can read. */
const onlyTrue = z.literal(true).optional();

/** An emission entry as lists show it; kg are kg CO2e with at most 6 decimals. */
export const emissionEntry = z.object({
  id: z.uuid(),
  scope: z.enum(GHG_SCOPES),
  co2e_market_based_kg: z.number(),
  co2e_location_based_kg: z.number(),
  activity_split_id: z.uuid(),
  scope3_category: z.union([z.int(), z.null()]),
  category_id: z.string(),
  transaction_date: z.iso.datetime(),
  emission_factor_id: z.uuid(),
  calculation_method: z.string(),
  data_quality_score: z.int(),
  biogenic_co2_kg: z.number(),
  supersedes_entry_id: z.union([z.uuid(), z.null()]),
  created_at: z.iso.datetime(),
  /** Date of the document; transaction_date is the day on which the entry counts. */
  document_date: z.iso.date(),
  /** First and last day, within one month, on which it was used. */
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  /** It counts on a day after today. */
  is_future: onlyTrue,
  /** It is used over time and nothing states when: the day of its document stands in for its period. */
  period_assumed: onlyTrue,
  /** Electricity that came after the contracts and certificates of its country and year were allocated. */
  allocation_pending: onlyTrue,
});
SCHEMA_NAMES.add(emissionEntry, { name: "EmissionEntry" });

export type EmissionEntry = z.infer<typeof emissionEntry>;

/** Whether the inputs of the entry `e` say that the day of its document stands in for a period. */
export const IS_PERIOD_ASSUMED = "e.inputs ? 'period_assumed'";

/** Whether the inputs of the entry `e` say that it came after its market and year were allocated. */
const IS_ALLOCATION_PENDING = "e.inputs ? 'allocation_pending'";

/** The columns of `emission_entries e` in the order in which encodeEntry reads their texts. */
export const ENTRY_COLUMNS = `e.id, e.scope, e.market_based_kg, e.location_based_kg, e.activity_split_id,
    e.scope3_category, e.category_key, e.transaction_date, e.emission_factor_id, e.calculation_method,
    e.data_quality_score, e.biogenic_co2_kg, e.supersedes_entry_id, e.created_at, (${IS_PERIOD_ASSUMED})::text as period_assumed,
    (${IS_ALLOCATION_PENDING})::text as allocation_pending, e.document_date, e.period_from, e.period_to`;

/** Sort key of a row read with ENTRY_COLUMNS, as a cursor keeps it. */
export function entryPosition(row: TextRow): readonly [string, string] {
  return [row[13] ?? "", row[0] ?? ""];
}

/** JSON texts of entries, with commas between; added up, because joining a page's texts copies all of them once more. */
export function encodeEntries(rows: readonly TextRow[], today: string): string {
  let text = "";
  for (const row of rows) text += text === "" ? encodeEntry(row, today) : `,${encodeEntry(row, today)}`;
  return text;
}

/** What the catalog's keys consist of: nothing of it is escaped, and telling so takes half the time of `JSON.stringify`. */
const PLAIN = /^[\w.]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * JSON text of an entry straight from the database's text: no cell is parsed (the list is the service's hottest path).
 * Ids, times, numbers and method names need no escaping; the category is the one free text. `today`: an ISO date.
 */
export function encodeEntry(row: TextRow, today: string): string {
  const supersedes = row[12];
  // What has no period of its own, or an equal date, says so by an empty column.
  const day = row[7]?.slice(0, 10) ?? "";
  return (
    `{"id":"${row[0]}","scope":"${row[1]}","co2e_market_based_kg":${roundedText(row[2] ?? "0")}` +
    `,"co2e_location_based_kg":${roundedText(row[3] ?? "0")},"activity_split_id":"${row[4]}"` +
    `,"scope3_category":${row[5] ?? "null"},"category_id":${quoted(row[6] ?? "")}` +
    `,"transaction_date":"${row[7]}","emission_factor_id":"${row[8]}","calculation_method":"${row[9]}"` +
    `,"data_quality_score":${row[10]},"biogenic_co2_kg":${roundedText(row[11] ?? "0")}` +
    `,"supersedes_entry_id":${supersedes == null ? "null" : `"${supersedes}"`},"created_at":"${row[13]}"` +
    `,"document_date":"${row[16] ?? day}","period_from":"${row[17] ?? day}","period_to":"${row[18] ?? day}"` +
    (day > today ? ',"is_future":true' : "") +
    (row[14] === "true" ? ',"period_assumed":true' : "") +
    (row[15] === "true" ? ',"allocation_pending":true}' : "}")
  );
}

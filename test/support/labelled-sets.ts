import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { z } from "zod";
import { PRICE_AREAS } from "../../src/core/gsrn.ts";
import {
  categorize,
  type CategorizationInput,
  categorizationTables,
  type Decision,
  NO_KNOWLEDGE,
} from "../../src/modules/categorization/index.ts";

const SETS = join(import.meta.dirname, "../modules/categorization/sets");

const row = z.object({
  row: z.string(),
  kind: z.enum(["ledger", "invoice"]),
  account_number: z.string(),
  account_name: z.string(),
  supplier: z.string(),
  supplier_branch_code: z.string(),
  text: z.string(),
  amount: z.string(),
  currency: z.string(),
});
type Row = z.infer<typeof row>;

const label = z.object({ row: z.string(), category: z.string(), alternatives: z.string() });

/** Where the company of a set uses what it buys, as its author stated it; of the first sixteen no price area was. */
const company = z.object({ set: z.string(), country: z.string(), price_area: z.enum(["", ...PRICE_AREAS]) });

export const SET_NAMES = readdirSync(join(SETS, "rows")).map((file) => file.replace(/\.csv$/, ""));

/** Of these words, headings and rules were changed until they were right. */
const TUNED_SETS: ReadonlySet<string> = new Set(
  (
    "building-contractor dairy dentist english-care-home fish-wholesaler german-spedition hotel municipal-supplier printing-house shipyard " +
    "software-house swedish-sawmill"
  ).split(" "),
);

/** Labelled after what takes categories had been changed for those before them: no rule and no number comes from these. */
export const UNSEEN_SETS: readonly string[] = ["vet-clinic", "building-merchant"];

/** Sets by which the confidence is calibrated: of nothing that takes categories any words or rules were made to fit them. */
export const CALIBRATION_SETS = SET_NAMES.filter((set) => !TUNED_SETS.has(set) && !UNSEEN_SETS.includes(set));

type Labeller = "labels-a" | "labels-b";

export interface LabelledLine {
  readonly set: string;
  readonly row: Row;
  /** What both labellers accept: `none` is what must be left out, `ask` what nothing may be taken for. */
  readonly right: ReadonlySet<string>;
  /** The first labeller's own label; the second's. */
  readonly first: string;
  readonly second: string;
}

/** A line that was measured. */
export interface MeasuredLine extends LabelledLine {
  readonly decision: Decision;
  /** The key that was decided, or `none`. */
  readonly decided: string;
  readonly isTaken: boolean;
  readonly isRight: boolean;
  /** Whether it is the own label of both, no alternative. */
  readonly isExact: boolean;
}

const COMPANIES = new Map(read(company, ".", "companies").map((one) => [one.set, one]));

function read<T>(schema: z.ZodType<T>, folder: string, set: string): T[] {
  const text = readFileSync(join(SETS, folder, `${set}.csv`), "utf8");
  return z.array(schema).parse(Papa.parse(text, { header: true, skipEmptyLines: true }).data);
}

function labels(folder: Labeller, set: string): Map<string, readonly string[]> {
  const rows = read(label, folder, set);
  return new Map(
    rows.map((one) => [one.row, [one.category, ...one.alternatives.split("|").filter((key) => key !== "")]]),
  );
}

/**
 * The lines of a set with what is right for each.
 * @throws Error where a line is not labelled twice, or the two accept nothing in common
 */
export function labelledSet(set: string): LabelledLine[] {
  const [a, b] = [labels("labels-a", set), labels("labels-b", set)];
  return read(row, "rows", set).map((one) => {
    const [ofA, ofB] = [a.get(one.row), b.get(one.row)];
    const [first, second] = [ofA?.[0], ofB?.[0]];
    if (ofA === undefined || ofB === undefined || first === undefined || second === undefined)
      throw new Error(`${set}, row ${one.row}: it is not labelled twice`);
    const right = ofA.filter((key) => ofB.includes(key));
    if (right.length === 0) throw new Error(`${set}, row ${one.row}: ${first} or ${second} is not settled`);
    return { set, row: one, right: new Set(right), first, second };
  });
}

/** As an upload of a company that has decided nothing yet: no rules, no memory, no register, no vocabulary, no model. */
export function inputOf(set: string, { kind, ...line }: Row): CategorizationInput {
  const { country, price_area } = COMPANIES.get(set) ?? { country: "DK", price_area: "" };
  const branch = line.supplier_branch_code.replaceAll(/\D/g, "");
  return {
    description: line.text,
    supplier_name: line.supplier === "" ? null : line.supplier,
    supplier_identifier: null,
    supplier_branch: branch === "" ? null : branch.padEnd(6, "0"),
    gl_account: line.account_number === "" ? null : line.account_number,
    gl_account_name: line.account_name === "" ? null : line.account_name,
    classification_codes: [],
    commodity: null,
    amount: line.amount,
    currency: line.currency,
    line_kind: kind === "ledger" ? "ledger_row" : "line",
    document_type: kind,
    region: country,
    home_area: price_area === "" ? null : price_area,
  };
}

/** Decides every line of a set. A line that both labellers would ask about is right only where it waits. */
export function measuredSet(set: string): MeasuredLine[] {
  const tables = categorizationTables();
  return labelledSet(set).map((line) => {
    const decision = categorize(inputOf(set, line.row), NO_KNOWLEDGE, tables);
    const decided = decision.status === "excluded" ? "none" : decision.category_key;
    return {
      ...line,
      decision,
      decided,
      isTaken: decision.status !== "pending_review",
      isRight: line.right.has(decided),
      isExact: line.first === decided && line.second === decided,
    };
  });
}

/** Lower bound of the 95 % Wilson score interval of `right` of `all`; 0 without any. */
export function wilsonLowerBound(right: number, all: number): number {
  if (all === 0) return 0;
  const z95 = 1.959964;
  const share = right / all;
  const centre = share + z95 ** 2 / (2 * all);
  const spread = z95 * Math.sqrt((share * (1 - share)) / all + z95 ** 2 / (4 * all ** 2));
  return (centre - spread) / (1 + z95 ** 2 / all);
}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { KNOWN_ASKED } from "./known-differences.ts";
import { type DemoDocument, demoDocuments } from "../../src/demo/documents.ts";
import { sharedPath } from "../support/shared-data.ts";

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

interface Decision {
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** What a line of a document is in the end: of a category, or left out. */
export interface Label {
  /** Document and place of the line in it: "name#1". */
  readonly id: string;
  /** Words of the line; "*": of whatever the document is read as. */
  readonly text: string;
  /** As it counts, in the document's currency; null: the document states none. */
  readonly amount: number | null;
  readonly category?: string;
  readonly excluded?: string;
  readonly waits: boolean;
  readonly decision: Decision;
}

interface Written extends Omit<Label, "id" | "waits" | "decision"> {
  readonly waits?: true;
  readonly decision?: Decision;
  /** First and last day on which it was used. */
  readonly period?: readonly [start: string, end: string];
  /** ISO 3166-1 alpha-2 of the use of electricity. */
  readonly country?: string;
}

export interface SentDocument {
  readonly name: string;
  readonly content: Buffer;
}

export interface ExpectedQueue {
  readonly by_category_and_year: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly excluded: readonly string[];
  readonly by_line: Readonly<Record<string, number>>;
}

export const EXPECTED = readJson("expected.json") as Readonly<
  Record<"sample_folder" | "pictures" | "demo", ExpectedQueue>
>;

/** Documents of the folder in the order in which they are handed in, and the labels of their lines. */
interface Table {
  readonly order: readonly string[];
  readonly files: Readonly<Record<string, { readonly lines: readonly Written[] }>>;
}

export const PICTURES = readJson("pictures.json") as Table;
export const FOLDER = readJson("sample-folder.json") as Table & {
  readonly file_decisions: Readonly<Record<string, { readonly excluded: string }>>;
  readonly ends_as_its_manifest_says: Readonly<Record<string, "read" | "rejected">>;
};

const AS_LABELLED = "It is what the document says";

export function labelsOf(table: Table): readonly Label[] {
  return Object.entries(table.files).flatMap(([file, { lines }]) =>
    lines.map((line, at) => {
      const id = `${file}#${at + 1}`;
      const { waits = false, decision = { reason: line.excluded ?? AS_LABELLED, ...askedFacts(id, line) } } = line;
      return { ...line, id, waits, decision };
    }),
  );
}

/** A document of the folder as it is handed in. */
export const folderFile = (name: string): SentDocument => ({
  name,
  content: readFileSync(sharedPath("samples", "invoices", name)),
});

/** Names the document of a line by its content; a file of an archive is named as its archive. */
export function namedBySha(documents: readonly SentDocument[], others: string) {
  const names = new Map(documents.map(({ name, content }) => [sha256Of(content), name]));
  return ({ document_sha256 }: { readonly document_sha256: string }) => names.get(document_sha256) ?? others;
}

/** The days and the country of a label, for a line that is asked about although nobody was expected to be. */
function askedFacts(id: string, { period, country }: Written): Pick<Decision, "facts"> {
  if (!KNOWN_ASKED.includes(id) || (period === undefined && country === undefined)) return {};
  const [service_period_start, service_period_end] = period ?? [];
  return {
    facts: {
      ...(period === undefined ? {} : { service_period_start, service_period_end }),
      ...(country === undefined ? {} : { attributes: { country } }),
    },
  };
}

/** The demo company's documents as its loader hands them in, and a label for each line. */
export async function demoQueue(): Promise<{
  readonly documents: readonly SentDocument[];
  readonly labels: readonly Label[];
}> {
  const documents = demoDocuments();
  const oracle = new URL("oracle.mjs", import.meta.url).href;
  // Without types: the oracle uses nothing of the product.
  const { demoLines } = (await import(oracle)) as { demoLines(of: readonly DemoDocument[]): DemoLine[] };
  const { reasons } = readJson("demo.json") as { readonly reasons: Readonly<Record<string, string>> };
  const labels = demoLines(documents).map(({ amount, waits = false, ...line }) => {
    const reason = reasons[line.category ?? line.excluded ?? ""] ?? line.excluded ?? AS_LABELLED;
    return { ...line, waits, amount: Number(amount), decision: { reason } };
  });
  return { documents: documents.map(({ name, text }) => ({ name, content: Buffer.from(text, "utf8") })), labels };
}

interface DemoLine extends Omit<Written, "amount" | "decision"> {
  readonly id: string;
  readonly amount: string;
}

export const documentOf = ({ id }: Label): string => id.slice(0, id.lastIndexOf("#"));
const sha256Of = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

import { expect } from "vitest";
import type { BooksSite, PlayedCompany } from "./book-company.ts";
import {
  type Books,
  bytesOf,
  type Decided,
  printedLines,
  type Restatement,
  type StatedRecord,
  type StatedRecords,
} from "./book-files.ts";

export interface BookedLine {
  readonly id: string;
  readonly description: string;
  readonly document_sha256: string;
  readonly amount: number | null;
  readonly status: string;
  readonly category_id: string;
  readonly supplier_name: string | null;
}

export interface WaitingLine extends BookedLine {
  readonly review_code: string;
  readonly waits_for: { readonly code: string; readonly text_en: string };
}

export interface Play {
  readonly books: Books;
  readonly site: BooksSite;
  readonly companies: ReadonlyMap<string, PlayedCompany>;
  /** Lines that were decided about although nobody was asked: what was booked was corrected. */
  readonly unasked: string[];
  /** Lines that somebody was asked about when files, records and decisions of theirs had come. */
  readonly asked: Set<string>;
}

const LIMIT = 200;

/** Uploads a file and finds the activity of each of its lines. */
export async function arrive({ books, site }: Play, company: PlayedCompany, file: string): Promise<void> {
  const name = file.split("/")[1] ?? file;
  const [read] = await site.ingest(company, { name, content: bytesOf(books, file) });
  if (read === undefined) throw new Error(`${file} was not read`);
  const { sha256 } = read as unknown as { readonly sha256: string };
  const lines = (await allLines(site, company)).filter(({ document_sha256 }) => document_sha256 === sha256);
  for (const { id, text, amount: printed } of await printedLines(books, file)) {
    const fitting = lines.filter(
      ({ description, amount }) => description === text && Math.abs(Number(amount)) === Math.abs(Number(printed)),
    );
    const [line] = fitting;
    if (line === undefined || fitting.length > 1)
      throw new Error(`${id}: ${fitting.length} lines are called "${text}"`);
    company.activities.set(id, line.id);
  }
}

/** Notes what people are asked about now. */
export async function noteAsked({ site, asked }: Play, company: PlayedCompany): Promise<void> {
  const lines = new Map([...company.activities].map(([line, activity]) => [activity, line]));
  for (const { id } of await waitingLines(site, company)) asked.add(lines.get(id) ?? id);
}

/** Records what no paper tells. */
export async function state(
  { site }: Play,
  company: PlayedCompany,
  { name, record }: { readonly name: string; readonly record: StatedRecord },
): Promise<void> {
  const { category, quantity, unit, date, period, covers, reason } = record;
  const { activity_id } = await site.recorded(company, {
    category_id: category,
    description: reason,
    quantity: Number(quantity),
    unit,
    reason,
    ...(date === undefined ? {} : { transaction_date: date }),
    ...(period === undefined ? {} : { service_period_start: period[0], service_period_end: period[1] }),
    ...(covers === undefined ? {} : { covers }),
  });
  if (activity_id !== null) company.activities.set(`record ${name}`, activity_id);
}

/** Records what a filled-in template tells, a record a row. */
export async function stateFile(
  { books, site }: Play,
  company: PlayedCompany,
  { name, records }: { readonly name: string; readonly records: StatedRecords },
): Promise<void> {
  const content = bytesOf(books, records.file);
  const sent = await site.upload(company, "/activities/evidence", [{ name: `${name}.csv`, content }]);
  expect(sent.status, `${name}: ${sent.text}`).toBe(201);
  const [file] = (sent.json() as unknown as { readonly files: readonly { readonly id: string }[] }).files;
  const answer = await site.post(company, { subject: records.subject, file: file?.id }, {}, "/activities/record-files");
  expect(answer.status, `${name}: ${answer.text}`).toBe(201);
  const { rows } = answer.json() as unknown as {
    readonly rows: readonly { readonly row: number; readonly activity_id: string }[];
  };
  for (const { row, activity_id } of rows) company.activities.set(`record ${name}#${row}`, activity_id);
}

interface LineDecision {
  readonly line: string;
  readonly decided: Decided;
}

/** Carries a decision out: in review where the line waits, as a correction where it was booked. */
export async function decide(
  { site, unasked }: Play,
  company: PlayedCompany,
  { line, decided }: LineDecision,
): Promise<void> {
  const id = company.activities.get(line);
  if (id === undefined) throw new Error(`${line} is not among the company's lines`);
  const item = (await waitingLines(site, company)).find((waiting) => waiting.id === id);
  if (item === undefined) unasked.push(line);
  // All at once, the settlement may have come first: then nothing is left to defer.
  if (decided.deferred === true && item === undefined) return;
  const place = item === undefined ? `/activities/${id}` : `/review-items/${id}`;
  const { verb, body } = actionOf(decided, item !== undefined);
  const answer = await site.post(company, body, {}, `${place}/${verb}`);
  expect(answer.status, `${line}: ${answer.text}`).toBe(200);
}

function actionOf(decided: Decided, isAsked: boolean): { readonly verb: string; readonly body: object } {
  const { category, left_out, deferred, accepted, reason } = decided;
  const facts = factsOf(decided);
  if (deferred === true) return { verb: "defer", body: { reason } };
  if (left_out !== undefined) return { verb: "exclude", body: { reason } };
  if (accepted === true && isAsked) return { verb: "accept", body: { facts, reason } };
  return { verb: isAsked ? "recategorize" : "correct", body: { category_id: category, facts, reason } };
}

/** Books what came after a year was attested: expected.json tells its figures as restated. */
export async function restate(
  { site }: Play,
  company: PlayedCompany,
  { financial_year: end, reason }: Restatement,
): Promise<void> {
  const answer = await site.post(company, { reason }, {}, `/financial-years/${end}/restate`);
  expect(answer.status, `restating ${end}: ${answer.text}`).toBe(200);
}

/** A credit note that came before the invoice that it names waits: its person states the day of that invoice. */
export async function settleCredits(play: Play, company: PlayedCompany): Promise<void> {
  const { books, site } = play;
  const lines = new Map([...company.activities].map(([line, activity]) => [activity, line]));
  const early = (await waitingLines(site, company)).filter(({ review_code }) => review_code === "credit_unmatched");
  for (const { id } of early) {
    const credited = books.readings[lines.get(id) ?? ""]?.credits ?? "";
    const file = Object.keys(books.arrivals).find((name) => credited.startsWith(name.replace(/\.\w+$/, "#"))) ?? "";
    const invoice = (await printedLines(books, file)).find((line) => line.id === credited);
    const body = { facts: { transaction_date: invoice?.date }, reason: "The day of the invoice that it names" };
    const answer = await site.post(company, body, {}, `/review-items/${id}/accept`);
    expect(answer.status, answer.text).toBe(200);
  }
}

function factsOf({ quantity, unit, amount, currency, date, supplier }: Decided): object {
  return {
    ...(quantity === undefined ? {} : { quantity: Number(quantity), unit }),
    ...(amount === undefined ? {} : { amount: Number(amount), currency, tax_treatment: "excl_vat" }),
    ...(date === undefined ? {} : { transaction_date: date }),
    ...(supplier === undefined ? {} : { supplier_name: supplier }),
  };
}

/** Every line of the company as it is read now. */
export async function allLines(site: BooksSite, company: PlayedCompany): Promise<readonly BookedLine[]> {
  const lines = await site.items<BookedLine>(company, `/activities?limit=${LIMIT}`);
  if (lines.length === LIMIT) throw new Error("the books have more lines than one page");
  return lines;
}

/** What people are asked about: not what they deferred. */
export async function waitingLines(site: BooksSite, company: PlayedCompany): Promise<readonly WaitingLine[]> {
  return await site.items<WaitingLine>(company, `/review-items?limit=${LIMIT}`);
}

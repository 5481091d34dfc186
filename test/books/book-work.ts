import { expect } from "vitest";
import type { BooksSite, PlayedCompany } from "./book-company.ts";
import { bytesOf, type Decided, printedLines, type StatedRecord } from "./book-files.ts";

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
  readonly site: BooksSite;
  readonly companies: ReadonlyMap<string, PlayedCompany>;
  /** Lines that were decided about although nobody was asked: what was booked was corrected. */
  readonly unasked: string[];
}

const LIMIT = 200;

/** Uploads a file and finds the activity of each of its lines. */
export async function arrive({ site }: Play, company: PlayedCompany, file: string): Promise<void> {
  const name = file.split("/")[1] ?? file;
  const [read] = await site.ingest(company, { name, content: bytesOf(file) });
  if (read === undefined) throw new Error(`${file} was not read`);
  const { sha256 } = read as unknown as { readonly sha256: string };
  const lines = (await allLines(site, company)).filter(({ document_sha256 }) => document_sha256 === sha256);
  for (const { id, text, amount: printed } of await printedLines(file)) {
    const fitting = lines.filter(
      ({ description, amount }) => description === text && Math.abs(Number(amount)) === Math.abs(Number(printed)),
    );
    const [line] = fitting;
    if (line === undefined || fitting.length > 1)
      throw new Error(`${id}: ${fitting.length} lines are called "${text}"`);
    company.activities.set(id, line.id);
  }
}

/** Records what no paper tells. */
export async function state(
  { site }: Play,
  company: PlayedCompany,
  { name, record }: { readonly name: string; readonly record: StatedRecord },
): Promise<void> {
  const { category, quantity, unit, date, period, reason } = record;
  const { activity_id } = await site.recorded(company, {
    category_id: category,
    description: reason,
    quantity: Number(quantity),
    unit,
    reason,
    ...(date === undefined ? {} : { transaction_date: date }),
    ...(period === undefined ? {} : { service_period_start: period[0], service_period_end: period[1] }),
  });
  if (activity_id !== null) company.activities.set(`record ${name}`, activity_id);
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
  if (decided.deferred === true) return;
  const { category, left_out, reason } = decided;
  const facts = factsOf(decided);
  const place = item === undefined ? `/activities/${id}` : `/review-items/${id}`;
  const body = left_out === undefined ? { category_id: category, facts, reason } : { reason };
  const verb = left_out !== undefined ? "exclude" : item === undefined ? "correct" : "recategorize";
  const answer = await site.post(company, body, {}, `${place}/${verb}`);
  expect(answer.status, `${line}: ${answer.text}`).toBe(200);
}

/** Books what came after a year was attested: expected.json tells its figures as restated. */
export async function restate({ site }: Play, company: PlayedCompany, end: string): Promise<void> {
  const reason = "What came after the year was attested";
  const answer = await site.post(company, { reason }, {}, `/financial-years/${end}/restate`);
  expect(answer.status, `restating ${end}: ${answer.text}`).toBe(200);
}

/** A credit note that came before the invoice that it names waits: its person states the day of that invoice. */
export async function settleCredits({ site }: Play, company: PlayedCompany): Promise<void> {
  const early = (await waitingLines(site, company)).filter(({ review_code }) => review_code === "credit_unmatched");
  for (const { id } of early) {
    const body = { facts: { transaction_date: CREDITED_DAY }, reason: "The day of the invoice that it names" };
    const answer = await site.post(company, body, {}, `/review-items/${id}/accept`);
    expect(answer.status, answer.text).toBe(200);
  }
}

/** Date of havblik/steel-2024.xml, the one invoice that is credited. */
const CREDITED_DAY = "2024-09-12";

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

export async function waitingLines(site: BooksSite, company: PlayedCompany): Promise<readonly WaitingLine[]> {
  return await site.items<WaitingLine>(company, `/review-items?limit=${LIMIT}`);
}

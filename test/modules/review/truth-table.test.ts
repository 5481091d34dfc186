import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { type Case, CHOSEN, type Outcome, type Refused } from "./truth-table-case.ts";
import { CASES } from "./truth-table-cases.ts";
import { FURTHER_CASES } from "./truth-table-further-cases.ts";
import type { Document } from "./truth-table-documents.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** A category or a country, and what the line would count with it. */
interface Option {
  readonly category_id: string;
  readonly attributes?: object | null;
  readonly effect_kg: number | null;
}

interface Item {
  readonly id: string;
  readonly description: string;
  readonly waits_for: { readonly code: string };
  readonly needs: readonly {
    readonly field: string;
    readonly text_en: string;
    readonly options?: readonly Option[];
  }[];
  readonly suggestion: Option | null;
  readonly alternatives: readonly Option[];
}

async function company({ country }: Pick<Case, "country"> = {}): Promise<RecordingCompany> {
  if (country === undefined) return await site.company();
  const tenant = await site.app.db.tenant({ country });
  return { tenant, key: await site.app.key(tenant) };
}

interface Total {
  readonly total_co2e_kg: number | null;
  readonly pending_restatement_kg: number;
}
const summary = async (by: RecordingCompany) =>
  (await site.get(by, "/emissions/summary?from=1970-01-01&to=2027-12-31")) as Total;

/** Of all years, kg; 0 where nothing is counted. */
async function total(by: RecordingCompany): Promise<number> {
  return (await summary(by)).total_co2e_kg ?? 0;
}

/** What a decision made a line count, in the total or, where its year is closed, pending beside it. */
async function countedSince(by: RecordingCompany, before: number, { closed_year }: Case): Promise<number> {
  if (closed_year === undefined) return (await total(by)) - before;
  expect(await total(by)).toBe(before);
  return (await summary(by)).pending_restatement_kg;
}

async function itemOf(by: RecordingCompany, text: string): Promise<Item | undefined> {
  const items = await site.items<Item>(by, "/review-items?limit=50");
  return items.find(({ description }) => text === "" || description === text);
}

/** A company in which the line waits. */
async function waiting(given: Case): Promise<{ by: RecordingCompany; item: Item }> {
  const by = await company(given);
  if (given.closed_year !== undefined) await site.change(by, `/financial-years/${given.closed_year}/close`, {});
  for (const told of given.documents) {
    if ("content" in told) await site.ingest(by, told);
    else if (told.method === "PUT") expect((await site.put(by, told.path, told.body)).status).toBe(200);
    else expect((await site.post(by, told.body, {}, told.path)).status).toBe(201);
  }
  const item = await itemOf(by, given.text);
  if (item === undefined) throw new Error(`nothing waits: ${given.title}`);
  return { by, item };
}

const counted = new Map<string, number>();

/** What a document counts in a company that has handed in nothing else; nothing of it waits. */
async function alone(document: Document, country: Case["country"]): Promise<number> {
  const key = `${country ?? ""} ${document.name} ${document.content.toString()}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const by = await company(country === undefined ? {} : { country });
  await site.ingest(by, document);
  expect(await site.items(by, "/review-items?limit=50")).toEqual([]);
  const kg = await total(by);
  expect(kg).toBeGreaterThan(0);
  counted.set(key, kg);
  return kg;
}

const reason = "It is what the document says";
/** A decision: its path below the line, its body, and the member of the table that tells what it does. */
function decisionsOf(given: Case) {
  const { accept, with_facts = [], recategorize, exclude, mark_duplicate } = given;
  return [
    { path: "accept", body: {}, outcome: accept, title: "accept" },
    ...[with_facts].flat().map(({ facts, outcome }) => ({
      path: "accept",
      body: { facts },
      outcome,
      title: `accept with facts: ${Object.keys(facts).join(", ")}`,
    })),
    { path: "recategorize", body: { category_id: CHOSEN, reason }, outcome: recategorize, title: "recategorize" },
    { path: "exclude", body: { reason }, outcome: exclude, title: "exclude" },
    { path: "mark-duplicate", body: { reason }, outcome: mark_duplicate, title: "mark as duplicate" },
  ];
}

const statusOf = async (by: RecordingCompany, id: string) =>
  ((await site.get(by, `/activities/${id}`)) as { readonly status: string }).status;

const isRefusal = (outcome: Outcome): outcome is Refused => Array.isArray(outcome);

async function kgOf(outcome: Exclude<Outcome, Refused>, { country }: Case, { suggestion }: Item): Promise<number> {
  if (outcome === "excluded") return 0;
  if (outcome === "told") return suggestion?.effect_kg ?? Number.NaN;
  if ("kg" in outcome) return outcome.kg;
  return (await alone(outcome.as, country)) * (outcome.is_negative === true ? -1 : 1);
}

const isLeftOut = (outcome: Exclude<Outcome, Refused>) =>
  outcome === "excluded" || (typeof outcome === "object" && "left_out" in outcome);

/** What is told to count something: the suggestion, other categories, countries. */
const optionsOf = ({ suggestion, alternatives, needs }: Item): Option[] =>
  [
    ...(suggestion === null ? [] : [suggestion]),
    ...alternatives,
    ...needs.flatMap(({ options = [] }) => options),
  ].filter(({ effect_kg }) => effect_kg !== null);

const ALL_CASES = [...CASES, ...FURTHER_CASES];

describe.each(ALL_CASES)("$title", (given) => {
  test("says why it waits, in both languages, and what settles it", async () => {
    const { item } = await waiting(given);
    const [text_da, text_en] = given.says;
    // What may be there already is led to.
    const document_id: unknown =
      given.waits_for === "possible_duplicate" ? expect.stringMatching(/^[\da-f-]{36}$/) : null;
    const none = { category_id: null, unit: null, currency: null, date: null };
    const parameters = { ...none, document_id, ...given.parameters };
    expect({ ...item.waits_for, needs: item.needs.map(({ field }) => field) }).toEqual({
      code: given.waits_for,
      parameters,
      text_da,
      text_en,
      needs: given.needs,
    });
    if (given.amount_in !== undefined) {
      const amount = item.needs.find(({ field }) => field === "amount");
      expect(amount?.text_en).toBe(`State the amount without VAT in ${given.amount_in}.`);
    }
  });

  test("each option that is told with kg counts them", async () => {
    const options = optionsOf((await waiting(given)).item);
    expect(options).toHaveLength(given.options);
    for (const { category_id, attributes, effect_kg } of options) {
      const { by, item } = await waiting(given);
      const before = await total(by);
      const facts = attributes == null ? {} : { facts: { attributes } };
      await site.change(by, `/review-items/${item.id}/recategorize`, { category_id, reason, ...facts });
      expect(await countedSince(by, before, given), category_id).toBeCloseTo(effect_kg ?? Number.NaN, 3);
    }
  });

  test.each(decisionsOf(given))("$title", async ({ path, body, outcome }) => {
    const { by, item } = await waiting(given);
    const before = await total(by);
    const answer = await site.post(by, body, {}, `/review-items/${item.id}/${path}`);
    const told = answer.json();
    if (isRefusal(outcome)) {
      const [status, code, issue] = outcome;
      expect([answer.status, told.code, told.issues?.[0]?.code], answer.text).toEqual([status, code, issue]);
      expect([await statusOf(by, item.id), await total(by)]).toEqual(["pending_review", before]);
      return;
    }
    expect(answer.status, answer.text).toBe(200);
    expect(await statusOf(by, item.id)).toBe(isLeftOut(outcome) ? "excluded" : "classified");
    expect(await countedSince(by, before, given)).toBeCloseTo(await kgOf(outcome, given, item), 3);
    expect((await itemOf(by, given.text))?.id).not.toBe(item.id);
    await site.change(by, `/activities/${item.id}/undo`, { reason });
    expect([await statusOf(by, item.id), await total(by)]).toEqual(["pending_review", before]);
    expect((await itemOf(by, given.text))?.waits_for.code).toBe(given.waits_for);
    await site.intact(by);
  });
});

test("no line is without a way out: besides leaving it out, a decision counts it", () => {
  const settled = ALL_CASES.filter((given) =>
    decisionsOf(given).some(({ outcome }) => !isRefusal(outcome) && !isLeftOut(outcome)),
  );
  expect(ALL_CASES.filter((given) => !settled.includes(given)).map(({ waits_for }) => waits_for)).toEqual([]);
});

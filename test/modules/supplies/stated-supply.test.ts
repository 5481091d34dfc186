import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

/** A person says which metered supply a line is about that its document does not name, over HTTP. */
let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const WORKS = { name: "Fjernvarme Nord A.m.b.a.", cvr: "27182818" };

const GSRN = "571313174112923192";

const bill = (number: string, date: string, document: Pick<UblDocument, "lines">) => ({
  name: `${number}.xml`,
  content: ubl({ number, date, supplier: WORKS, ...document }),
});

/** An advance in money for a quarter, of a bill that names no installation. */
const ADVANCE = bill("A-1", "2026-01-05", {
  lines: [{ text: "Aconto fjernvarme 1. kvartal 2026", amount: "9000.00", period: ["2026-01-01", "2026-03-31"] }],
});
/** What was used in the quarter, of a bill that names one. */
const SETTLEMENT = bill("S-1", "2026-04-10", {
  lines: [
    {
      text: "Fjernvarme forbrug",
      meter: GSRN,
      amount: "10000.00",
      quantity: "10",
      unit: "MWH",
      period: ["2026-01-01", "2026-03-31"],
    },
  ],
});

interface Line {
  readonly id: string;
  readonly status: string;
  readonly supply_id: string | null;
  readonly origins: { readonly supply: string | null };
}

async function line(by: RecordingCompany, description: RegExp): Promise<Line> {
  const found = (await site.lines(by)).find((one) => description.test(one.description));
  return (await site.get(by, `/activities/${found?.id}`)) as Line;
}

const ADVANCE_LINE = /Aconto/;
const SETTLED_LINE = /forbrug/;

test.each([
  ["before", [ADVANCE, SETTLEMENT]],
  ["after", [SETTLEMENT, ADVANCE]],
])(
  "an advance whose supply is stated is settled by the bill that came %s the decision, and waits again without it",
  async (_, files) => {
    const by = await site.company();
    for (const file of files) await site.ingest(by, file);
    const settled = await line(by, SETTLED_LINE);
    expect(settled.supply_id).not.toBeNull();
    const advance = await line(by, ADVANCE_LINE);
    expect(advance).toMatchObject({ status: "pending_review", supply_id: null, origins: { supply: null } });
    const before = await site.total(by);

    const facts = { supply_id: settled.supply_id };
    await site.change(by, `/activities/${advance.id}/correct`, { facts, reason: "The house in Aalborg" });
    expect(await line(by, ADVANCE_LINE)).toMatchObject({
      status: "excluded",
      supply_id: settled.supply_id,
      origins: { supply: "person" },
    });
    expect(await site.total(by)).toBe(before);
    await site.change(by, `/activities/${advance.id}/correct`, {
      facts: { clear: ["supply"] },
      reason: "Another house",
    });
    expect(await line(by, ADVANCE_LINE)).toMatchObject({ status: "pending_review", supply_id: null });
    await site.intact(by);
  },
);

test("a later bill settles an advance whose supply was stated before it came", async () => {
  const by = await site.company();
  await site.ingest(by, ADVANCE);
  const added = await site.post(
    by,
    { commodity: "district_heating", identifiers: [{ kind: "gsrn", value: GSRN }], reason: "The house in Aalborg" },
    {},
    "/supplies",
  );
  expect(added.status, added.text).toBe(201);
  const { id: supply_id } = added.json() as unknown as { readonly id: string };
  const advance = await line(by, ADVANCE_LINE);
  await site.change(by, `/activities/${advance.id}/correct`, { facts: { supply_id }, reason: "The house in Aalborg" });
  expect(await line(by, ADVANCE_LINE)).toMatchObject({ status: "pending_review", supply_id });
  await site.ingest(by, SETTLEMENT);
  expect(await line(by, ADVANCE_LINE)).toMatchObject({ status: "excluded", supply_id });
  const settled = await site.total(by);

  await site.change(by, `/activities/${advance.id}/correct`, { facts: { clear: ["supply"] }, reason: "Another house" });
  expect(await line(by, ADVANCE_LINE)).toMatchObject({ supply_id: null, origins: { supply: null } });
  expect(await site.total(by)).toBe(settled);
  await site.intact(by);
});

test("a supply of nobody or of another company is refused, in a dry run as well", async () => {
  const [by, other] = [await site.company(), await site.company()];
  await site.ingest(by, ADVANCE);
  await site.ingest(other, SETTLEMENT);
  const advance = await line(by, ADVANCE_LINE);
  const foreign = (await line(other, SETTLED_LINE)).supply_id;
  for (const supply_id of [foreign, "0198c0de-0000-7000-8000-00000000dead"]) {
    for (const dry_run of [true, false]) {
      const body = { facts: { supply_id }, reason: "Mine", dry_run };
      const answer = await site.post(by, body, {}, `/activities/${advance.id}/correct`);
      expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: "facts.supply_id", code: "not_found" }] });
    }
  }
});

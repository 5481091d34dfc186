import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingLine } from "../../support/demo-review.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { record } from "../../support/ledger.ts";
import { ubl } from "../../support/ubl.ts";
import { intact } from "../../support/review.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Item {
  readonly id: string;
}
type Company = Awaited<ReturnType<typeof site.company>>;

const CAR = "transport.travel.private_car";
const reason = "The firm's Polo";

/** Decides about the only group that there is. */
async function decided(by: Company, body: object) {
  const [group, ...others] = await site.items<Item>(by, "/review-groups");
  if (group === undefined || others.length > 0) throw new Error("there is not one group");
  return await site.post(by, { reason, ...body }, {}, `/review-groups/${group.id}/decide`);
}

/** A company with two lines of one supplier that wait, of 100 km each. */
async function trips() {
  const by = await site.company();
  const ctx = site.app.db.context(by.tenant);
  const line = waitingLine("suggested", {
    supplier_name: "Hans Hansen",
    supplier_identifier: null,
    gl_account: "4100",
    quantity: "100",
    unit: "km",
  });
  const lines = [1, 2].map((number) => ({
    ...line,
    line_number: number,
    external_id: null,
    description: `Kørsel ${number}`,
    split: { ...line.split, quantity: "100", unit: "km" as const },
  }));
  await record(ctx, lines);
  return { by, ctx };
}

test("a decision about a group takes the attributes of all its lines", async () => {
  const { by, ctx } = await trips();
  const attributes = { vehicle_class: "small", fuel: "diesel" };
  const answer = await decided(by, { decision: "recategorize", category_id: CAR, facts: { attributes } });
  expect(answer.json()).toMatchObject({ decided_count: 2, failed_count: 0 });
  const entries = await site.items<Item>(by, "/emissions?limit=200");
  const keys = new Set<unknown>();
  for (const { id } of entries) {
    const lineage = (await site.get(by, `/emissions/${id}/lineage`)) as { emission_factor: { key: string } };
    keys.add(lineage.emission_factor.key);
  }
  expect([...keys]).toEqual(["travel.car.small.diesel.km"]);
  await intact(ctx);
});

test("a factor of the company or a supply that is not there is refused, of single lines and of groups", async () => {
  const { by, ctx } = await trips();
  const nobody = ctx.newId();
  const [item] = await site.items<Item>(by, "/review-items");
  const facts = { company_factor_id: nobody };
  const single = await site.post(by, { category_id: CAR, facts, reason }, {}, `/review-items/${item?.id}/recategorize`);
  expect([single.status, single.json().issues?.[0]?.path]).toEqual([400, "facts.company_factor_id"]);
  const supply = await decided(by, { decision: "accept", facts: { supply_id: nobody } });
  expect([supply.status, supply.json().issues?.[0]?.path]).toEqual([400, "facts.supply_id"]);
  const group = await decided(by, { decision: "recategorize", category_id: CAR, facts });
  expect(group.json()).toMatchObject({ decided_count: 0, failed_count: 2 });
  expect(await site.items(by, "/review-items")).toHaveLength(2);
});

test("a group of advances is deferred to its settlement", async () => {
  const by = await site.company();
  const supplier = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
  const bill = (number: string, meter: string) => ({
    name: `${number}.xml`,
    content: ubl({
      number,
      date: "2026-01-01",
      supplier,
      meter,
      period: ["2026-01-01", "2026-03-31"],
      lines: [{ text: "Aconto fjernvarme", amount: "9000.00", quantity: "1", unit: "C62" }],
    }),
  });
  await site.ingest(by, bill("A-1", "571313000000000013"), bill("A-2", "571313000000000020"));
  const useless = await decided(by, { decision: "defer", remember_as_rule: true });
  expect([useless.status, useless.json().issues?.[0]?.path]).toEqual([400, "remember_as_rule"]);
  const answer = (await decided(by, { decision: "defer" })).json() as unknown as Item;
  expect(answer).toMatchObject({ decision: "defer", decided_count: 2, failed_count: 0 });
  expect(await site.items(by, "/review-items")).toEqual([]);
  expect((await site.lines(by)).map(({ review_code }) => review_code)).toEqual([
    "advance_deferred",
    "advance_deferred",
  ]);
  await site.change(by, `/review-group-decisions/${answer.id}/undo`, { reason: "The meters were read" });
  expect(await site.items(by, "/review-items")).toHaveLength(2);
  await site.intact(by);
});

test("what is told of a group holds for all of its lines: no figure and no day of one of them", async () => {
  const power = (number: string, quantity: string, more: object) => ({
    name: `${number}.xml`,
    content: ubl({
      number,
      date: "2026-05-15",
      currency: "EUR",
      lines: [{ text: "Elforbrug", quantity, unit: "KWH", amount: "1500.00" }],
      ...more,
    }),
  });
  /** Needs of the first bill alone, and of both as a group. */
  const needsOf = async (more: object) => {
    const by = await site.company();
    const read = async () => (await site.items<{ needs: object[] }>(by, "/review-groups"))[0]?.needs[0];
    await site.ingest(by, power("E-1", "1000", more));
    const alone = await read();
    await site.ingest(by, power("E-2", "400", more));
    return [alone, await read()];
  };
  // Of Statnett's series, with the check digit of GS1.
  const [alone, both] = await needsOf({ meter: "707057500000000018" });
  const norwegian = "electricity.no.production_mix.kwh";
  expect(alone).toMatchObject({
    text_da: expect.stringContaining(`${norwegian} (30,75 kg) sætter`),
    text_en: expect.stringContaining(`${norwegian} (30.75 kg) overstates`),
  });
  expect(both).toMatchObject({
    emission_factor_key: norwegian,
    text_da: expect.stringContaining(`${norwegian} sætter`),
    text_en: expect.stringContaining(`${norwegian} overstates`),
  });
  const seller = { name: "Stadtwerke Beispiel GmbH", cvr: "", vat: "DE123456788", country: "DE" };
  const [one, two] = await needsOf({ supplier: seller });
  const option = { country: "DE", effect_kg: expect.any(Number) };
  expect(one).toMatchObject({
    options: [{ country: "DK" }, option],
    text_en: expect.stringMatching(/DE [\d.,]+ kg\)/),
  });
  expect(two).toMatchObject({
    options: [
      { country: "DK", effect_kg: null },
      { country: "DE", effect_kg: null },
    ],
    text_da: "Angiv det land, hvor strømmen er brugt (DK, DE).",
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACCOUNT,
  advance,
  bill,
  counted,
  credit,
  lineOf,
  METER,
  OTHER_METER,
  settled,
  USED,
  used,
  waiting,
} from "../../support/heat-bills.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import type { UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const OTHER_USED = "Fjernvarme, afregnet forbrug i gården";
const OTHER_ACCOUNT = "Aconto fjernvarme i gården";

const kg = async (by: RecordingCompany) => Number(await site.total(by));
const account = (meter: string, text = ACCOUNT) => ({ text, amount: "4500.00", quantity: "6000", unit: "KWH", meter });
const NO_METER = { meter: null };
const other = (line: ReturnType<typeof used>) => ({ ...line, text: OTHER_USED });

/** What became of the advances of the two meters. */
async function advances(by: RecordingCompany): Promise<readonly string[]> {
  return [(await lineOf(site, by, ACCOUNT)).status, (await lineOf(site, by, OTHER_ACCOUNT)).status];
}

describe("a settlement of which a person states the supply", () => {
  test.each([
    ["names no meter", NO_METER],
    ["names another meter", { meter: OTHER_METER }],
  ] as const)("goes with its credit note, where the bill %s", async (_which, named) => {
    const alone = await counted(site, advance("12000"));
    const by = await counted(site, advance("12000"), settled(10_000, named));
    const { supply_id } = await lineOf(site, by, ACCOUNT);
    const { id } = await lineOf(site, by, USED);
    await site.change(by, `/activities/${id}/correct`, { facts: { supply_id }, reason: "It is the house in the yard" });
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "excluded" });
    await site.ingest(by, credit(10_000, named));
    expect(await waiting(site, by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(await kg(alone), 4);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    await site.intact(by);
  });
});

describe("a settlement of two meters whose credit note names none", () => {
  const both = (lines: UblDocument["lines"]) => [
    bill("A-1", [account(METER), account(OTHER_METER, OTHER_ACCOUNT)], NO_METER),
    bill("S-1", lines, { ...NO_METER, date: "2026-04-10" }),
  ];

  test.each([
    ["first", used(5000), ["classified", "excluded"]],
    ["second", other(used(7000)), ["excluded", "classified"]],
  ] as const)("leaves the one settled that is not in the words of the %s", async (_which, line, states) => {
    const by = await counted(site, ...both([used(5000, METER), other(used(7000, OTHER_METER))]));
    expect(await advances(by)).toEqual(["excluded", "excluded"]);
    await site.ingest(
      by,
      bill("K-1", [line], { ...NO_METER, date: "2026-05-10", is_credit_note: true, credits: "S-1" }),
    );
    expect(await waiting(site, by)).toEqual([]);
    expect(await advances(by)).toEqual(states);
    await site.intact(by);
  });

  test.each([
    ["in one line", [12_000], ["classified", "classified"]],
    ["by two credit notes", [4000, 8000], ["classified", "classified"]],
    ["in part", [7000], ["excluded", "excluded"]],
  ] as const)("is taken back of both %s", async (_how, quantities, states) => {
    const by = await counted(site, ...both([used(5000, METER), used(7000, OTHER_METER)]));
    for (const [index, kWh] of quantities.entries()) {
      const number = `K-${index + 1}`;
      await site.ingest(by, { ...credit(kWh, { ...NO_METER, number }), name: `${number}.xml` });
    }
    expect(await waiting(site, by)).toEqual([]);
    expect(await advances(by)).toEqual(states);
    await site.intact(by);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const POINT = "571313000000000013";
const OTHER_POINT = "571313000000000020";
const APRIL = ["2026-04-01", "2026-04-30"] as const;
const bill = (name: string, cvr: string, text: string, document: Partial<UblDocument> = {}, kWh = "2950") => ({
  name: `${name}.xml`,
  content: ubl({
    number: `${name}-7`,
    date: "2026-05-07",
    supplier: { name: `${name} A/S`, cvr },
    period: APRIL,
    lines: [{ text, quantity: kWh, unit: "KWH", amount: "1300.00" }],
    ...document,
  }),
});
const retail = (document: Partial<UblDocument> = {}, kWh?: string) =>
  bill("Handelsel", "31415926", "Elforbrug april", document, kWh);
const grid = (document: Partial<UblDocument> = {}, text = "Transport af el april") =>
  bill("Vestnet", "27182818", text, document);
/** Another seller of electricity, such as the one before. */
const second = (document: Partial<UblDocument> = {}, kWh?: string) =>
  bill("Andel", "27182818", "Elforbrug april", document, kWh);

type File = ReturnType<typeof bill>;

/** What became of each line, by its words, after uploads of files. */
async function told(...uploads: readonly (readonly File[])[]): Promise<string[]> {
  const by = await site.company();
  for (const upload of uploads) await site.ingest(by, ...upload);
  await site.intact(by);
  const lines = await site.lines(by);
  return lines.map(({ description, status, review_code }) => `${description}: ${review_code ?? status}`).toSorted();
}

describe("a bill of another supplier with the same kWh for the same days", () => {
  const asked = ["Elforbrug april: classified", "Elforbrug april: possible_duplicate"];

  test("waits where neither names a metering point, and names the other", async () => {
    const by = await site.company();
    const [sent] = await site.ingest(by, retail());
    const alone = await site.total(by);
    await site.ingest(by, second());
    expect(await site.total(by)).toBe(alone);
    const [item] = await site.items<{ id: string; reason: string }>(by, "/review-items?limit=5");
    expect(item?.reason).toContain((sent as { document_id?: string } | undefined)?.document_id);
    await site.change(by, `/review-items/${item?.id}/accept`, { reason: "Two places" });
    expect(Number(await site.total(by))).toBeGreaterThan(Number(alone));
  });

  test.each<readonly [string, readonly (readonly File[])[]]>([
    ["where the first alone names a metering point", [[retail({ meter: POINT })], [second()]]],
    ["where the second alone names one", [[retail()], [second({ meter: POINT })]]],
    ["in one upload", [[retail(), second()]]],
  ])("waits %s", async (_where, uploads) => {
    expect(await told(...uploads)).toEqual(asked);
  });

  test.each<readonly [string, readonly (readonly File[])[]]>([
    ["other metering points", [[retail({ meter: POINT })], [second({ meter: OTHER_POINT })]]],
    ["other days", [[retail()], [second({ period: ["2026-03-01", "2026-03-31"] })]]],
    ["other kWh", [[retail()], [second({}, "2951")]]],
  ])("counts with %s", async (_what, uploads) => {
    expect(await told(...uploads)).toEqual(["Elforbrug april: classified", "Elforbrug april: classified"]);
  });
});

describe("a bill of the transport and tax of electricity alone", () => {
  test.each([
    ["Transport af el april", "supply_unknown"],
    ["Elafgift", "supply_unknown"],
    ["Nettarif C time", "category_needs_person"],
    ["Systemtarif", "category_needs_person"],
  ])("waits where it names no metering point: %s", async (text, code) => {
    expect(await told([grid({}, text)])).toEqual([`${text}: ${code}`]);
  });

  test("counts where it names one, and beside the bill of the electricity it is asked about", async () => {
    expect(await told([grid({ meter: POINT })])).toEqual(["Transport af el april: classified"]);
    const both = ["Elforbrug april: classified", "Transport af el april: possible_duplicate"];
    expect(await told([retail()], [grid()])).toEqual(both);
    expect(await told([retail()], [grid({ meter: POINT })])).toEqual(both);
    expect(await told([grid()], [retail()])).toEqual([
      "Elforbrug april: classified",
      "Transport af el april: supply_unknown",
    ]);
  });
});

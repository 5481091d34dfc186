import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const POINT = "571313000000000013";
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
type File = ReturnType<typeof bill>;

/** What became of each line, by its words, after uploads of files. */
async function told(...uploads: readonly (readonly File[])[]): Promise<string[]> {
  const by = await site.company();
  for (const upload of uploads) await site.ingest(by, ...upload);
  await site.intact(by);
  const lines = await site.lines(by);
  return lines.map(({ description, status, review_code }) => `${description}: ${review_code ?? status}`).toSorted();
}

describe("a bill of the transport and tax of electricity alone", () => {
  test.each([
    ["Transport af el april", "supply_unknown"],
    ["Elafgift", "supply_unknown"],
    ["Nettarif C time", "category_needs_person"],
    ["Systemtarif", "category_needs_person"],
  ])("waits where it names no metering point: %s", async (text, code) => {
    expect(await told([grid({}, text)])).toEqual([`${text}: ${code}`]);
  });

  test("counts where it names one, and waits in either order beside the bill of the electricity", async () => {
    expect(await told([grid({ meter: POINT })])).toEqual(["Transport af el april: classified"]);
    const both = ["Elforbrug april: classified", "Transport af el april: supply_unknown"];
    expect(await told([retail()], [grid()])).toEqual(both);
    expect(await told([grid()], [retail()])).toEqual(both);
  });
});

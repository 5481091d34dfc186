import { afterAll, beforeAll, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { name, row, title } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const POINTS = ["571313000000000013", "571313000000000020", "571313000000000037"] as const;
const used = (text: string, quantity: string, meter?: string): UblLine => ({
  text,
  quantity,
  unit: "KWH",
  amount: "1500.00",
  ...(meter === undefined ? {} : { meter }),
});

async function read(by: RecordingCompany, content: Buffer, file = "el.xml"): Promise<BookedLine[]> {
  await site.ingest(by, { name: file, content });
  return (await site.lines(by)).toSorted((a, b) => a.description.localeCompare(b.description));
}
const bill = (...lines: readonly UblLine[]) => ubl({ number: "1", lines });
const states = (lines: readonly BookedLine[]) =>
  lines.map(({ description, status, review_code }) => [description, status, review_code]);
async function kgOf(...lines: readonly UblLine[]): Promise<unknown> {
  const by = await site.company();
  await read(by, bill(...lines));
  return await site.total(by);
}

test("equal quantities of two metering points are two consumptions, each with its supply", async () => {
  const by = await site.company();
  const lines = await read(by, bill(used("El Horsens", "1200", POINTS[0]), used("El Vejle", "1200", POINTS[1])));
  expect(states(lines)).toEqual([
    ["El Horsens", "classified", null],
    ["El Vejle", "classified", null],
  ]);
  expect(new Set(lines.map(({ supply_id }) => supply_id)).size).toBe(2);
  expect(await site.total(by)).toBe(await kgOf(used("Elforbrug", "2400")));
});

test("what one metering point's lines repeat still counts once", async () => {
  const repeated = [used("Elforbrug", "1200", POINTS[0]), used("Leveret elektricitet", "1200", POINTS[0])];
  expect(await kgOf(...repeated, used("Elforbrug Vejle", "800", POINTS[1]))).toBe(
    await kgOf(used("Elforbrug", "2000")),
  );
});

test("a printed sum is a check and never a further line", async () => {
  const by = await site.company();
  const parts = [used("El Horsens", "1200", POINTS[0]), used("El Vejle", "800", POINTS[1])];
  const lines = await read(by, bill(...parts, used("Elforbrug i alt", "2000")));
  expect(states(lines)).toEqual([
    ["El Horsens", "classified", null],
    ["El Vejle", "classified", null],
    ["Elforbrug i alt", "excluded", null],
  ]);
  expect(await site.total(by)).toBe(await kgOf(used("Elforbrug", "2000")));
});

test("a quantity that names none of the metering points waits, and a person settles it", async () => {
  const by = await site.company();
  const parts = [used("El Horsens", "1200", POINTS[0]), used("El Vejle", "800", POINTS[1])];
  const lines = await read(by, bill(...parts, used("Elforbrug uden sted", "700")));
  const waiting = lines.find(({ status }) => status === "pending_review");
  expect(waiting).toMatchObject({ review_code: "supply_unknown", supply_id: null });
  expect(await site.total(by)).toBe(await kgOf(used("Elforbrug", "2000")));
  const [item] = await site.items<{ readonly id: string; readonly needs: readonly { readonly text_da: string }[] }>(
    by,
    "/review-items",
  );
  expect(item?.needs[0]?.text_da).toMatch(/godkend eller ret/);
  await site.change(by, `/review-items/${item?.id}/accept`, {});
  expect(await site.total(by)).toBe(await kgOf(used("Elforbrug", "2700")));
});

test("a print of two metering points counts each line that names its own, and asks for one that does not", async () => {
  const page = (...used: readonly (readonly [text: string, quantity: string, amount: string])[]) => {
    const cells = used.map(([text, quantity, amount], at) =>
      row(
        215 + 15 * at,
        [40, text],
        [330, quantity, "right"],
        [350, "kWh"],
        [470, "1,25", "right"],
        [555, amount, "right"],
      ),
    );
    return pdf([
      [
        name("Fiktiva El A/S"),
        title("FAKTURA"),
        ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-77", "right"]),
        ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
        ...row(79, [40, "CVR-nr. 12 34 56 74"]),
        ...row(
          200,
          [40, "Tekst"],
          [330, "Antal", "right"],
          [350, "Enhed"],
          [470, "Pris", "right"],
          [555, "Beløb", "right"],
        ),
        ...cells.flat(),
        ...row(290, [400, "I alt ekskl. moms"], [555, "3.000,00", "right"]),
        ...row(303, [400, "Moms 25 %"], [555, "750,00", "right"]),
        ...row(316, [400, "I alt inkl. moms"], [555, "3.750,00", "right"]),
      ],
    ]);
  };
  const by = await site.company();
  const both = page([`Elforbrug ${POINTS[0]}`, "1.200", "1.500,00"], [`Elforbrug ${POINTS[1]}`, "1.200", "1.500,00"]);
  const lines = await read(by, both, "el.pdf");
  expect(lines.map(({ status }) => status)).toEqual(["classified", "classified"]);
  expect(new Set(lines.map(({ supply_id }) => supply_id)).size).toBe(2);
  expect(await site.total(by)).toBe(await kgOf(used("Elforbrug", "2400")));
});

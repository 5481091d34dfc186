import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gsrnOf, gsrnsIn } from "../../../src/core/gsrn.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { name, powerLines, row, title } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Supply {
  readonly id: string;
  readonly commodity: string | null;
  readonly name: string | null;
  readonly supplier_identity_id: string | null;
  readonly identifiers: readonly { readonly kind: string; readonly value: string }[];
}

const POINT = "571313000000000013";
const OTHER_POINT = "571313000000000020";
const USED = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1500.00" };
const TARIFF = { text: "Nettarif C", quantity: "1200", unit: "KWH", amount: "300.00" };
const invoice = (number: string, document: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, lines: [USED], ...document }),
});
const supplies = (by: RecordingCompany, query = "") =>
  site.items<Supply>(by, `/supplies${query === "" ? "" : `?identifier=${encodeURIComponent(query)}`}`);
const brief = ({ commodity, identifiers }: Supply) => [
  commodity,
  ...identifiers.map(({ kind, value }) => `${kind} ${value}`),
];
const supplyOf = async (by: RecordingCompany, description: string) =>
  (await site.lines(by)).find((line) => line.description === description)?.supply_id;

/** A printed bill with what it names its supply by. */
const printed = (number: string, ...labels: readonly (readonly [label: string, value: string])[]) =>
  pdf([
    [
      name("Fiktiva El A/S"),
      title("FAKTURA"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, number, "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"]),
      ...labels.flatMap(([label, value], at) => row(91 + 12 * at, [380, label], [555, value, "right"])),
      ...powerLines("1.200", "1,25", "1.500,00"),
      ...row(260, [400, "I alt ekskl. moms"], [555, "1.500,00", "right"]),
      ...row(273, [400, "Moms 25 %"], [555, "375,00", "right"]),
      ...row(286, [400, "I alt inkl. moms"], [555, "1.875,00", "right"]),
    ],
  ]);

describe("a metering point's number", () => {
  test("is eighteen digits with the right check digit", () => {
    expect(gsrnOf("5713 1300 0000 0000 13")).toBe(POINT);
    expect(gsrnOf("571313000000000014")).toBeNull();
    expect(gsrnOf("57131300000000001")).toBeNull();
    expect(gsrnsIn(`El ${POINT} 3. kvt, ${OTHER_POINT} og faktura 571313000000000014`)).toEqual([POINT, OTHER_POINT]);
    expect(gsrnsIn(`9${POINT} ${POINT}1`)).toEqual([]);
  });
});

describe("a supply", () => {
  test("is one, whether an invoice, a print or a posting names its metering point, and whoever bills it", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("1", { meter: POINT, customer_number: "8841205", lines: [USED, TARIFF] }));
    await site.ingest(by, { name: "el.pdf", content: printed("F-2", ["Målepunkt:", POINT]) });
    const posting = `Dato;Kontonr;Kontonavn;Tekst;Beløb\n05-04-2026;3050;El;Nettarif ${POINT} marts;100,00\n`;
    await site.ingest(by, { name: "bogholderi.csv", content: posting });
    const [supply, ...more] = await supplies(by);
    expect(more).toEqual([]);
    expect(supply && brief(supply)).toEqual(["electricity", "customer_number 8841205", `gsrn ${POINT}`]);
    expect((await site.lines(by)).map(({ supply_id }) => supply_id)).toEqual(Array(4).fill(supply?.id));
    expect(await site.get(by, `/supplier-identities/${supply?.supplier_identity_id}`)).toMatchObject({
      name: "Leverandøren Test A/S",
    });
    await site.intact(by);
  });

  test("is told by its line where a bill has several, and a line that names none is nobody's", async () => {
    const by = await site.company();
    const bill = [
      { ...USED, text: "El Vejle", meter: POINT },
      { ...USED, text: "El Horsens", quantity: "800", meter: OTHER_POINT },
      { text: "Kopipapir", amount: "50.00" },
    ];
    await site.ingest(by, invoice("1", { lines: bill }));
    const id = async (point: string) => (await supplies(by, point))[0]?.id;
    expect(await supplyOf(by, "El Vejle")).toBe(await id(POINT));
    expect(await supplyOf(by, "El Horsens")).toBe(await id(OTHER_POINT));
    expect(await supplyOf(by, "Kopipapir")).toBeNull();
    expect(await supplies(by)).toHaveLength(2);
  });

  test.each([
    ["Installationsnr.:", "4711-22", "installation 471122"],
    ["Forbrugssted:", "Havnegade 12, 7100 Vejle", "address havnegade 12 7100 vejle"],
    ["Kundenr.:", "8841205", "customer_number 8841205"],
  ])("without a metering point is told by %s within its supplier", async (label, value, expected) => {
    const by = await site.company();
    await site.ingest(by, { name: "a.pdf", content: printed("F-1", [label, value]) });
    await site.ingest(by, { name: "b.pdf", content: printed("F-2", [label, value]) });
    expect((await supplies(by)).map(brief)).toEqual([["electricity", expected]]);
  });

  test("of another supplier or commodity with the same customer number is another one", async () => {
    const by = await site.company();
    const water = { text: "Vandforbrug", quantity: "40", unit: "MTQ", amount: "900.00" };
    const other = { name: "Vestjysk Energi A/S", cvr: "27182818" };
    await site.ingest(by, invoice("1", { customer_number: "8841205" }));
    await site.ingest(by, invoice("2", { customer_number: "8841205", lines: [water] }));
    await site.ingest(by, invoice("3", { customer_number: "8841205", supplier: other }));
    expect((await supplies(by)).map(({ commodity }) => String(commodity)).toSorted()).toEqual([
      "electricity",
      "electricity",
      "water",
    ]);
  });

  test("that a customer number may mean two of is none: nobody knows which", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("1", { customer_number: "8841205", meter: POINT }));
    await site.ingest(by, invoice("2", { customer_number: "8841205", meter: OTHER_POINT }));
    await site.ingest(by, invoice("3", { customer_number: "8841205", lines: [{ ...USED, text: "El i alt" }] }));
    expect(await supplyOf(by, "El i alt")).toBeNull();
    expect(await supplies(by)).toHaveLength(2);
  });
});

describe("what people state of supplies", () => {
  test("holds for the bills that come: added, named, corrected, and in the log", async () => {
    const by = await site.company();
    const added = { identifiers: [{ kind: "gsrn", value: "5713 1300 0000 0000 13" }], reason: "New warehouse" };
    const answer = await site.post(by, { commodity: "electricity", name: "Lager", ...added }, {}, "/supplies");
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.json() as unknown as Supply;
    await site.ingest(by, invoice("1", { meter: POINT, customer_number: "8841205" }));
    expect(await supplyOf(by, "Elforbrug")).toBe(id);
    const corrected = await site.change<Supply>(by, `/supplies/${id}/correction`, {
      name: "Lager Vejle",
      remove: [{ kind: "customer_number", value: "8841205" }],
      reason: "The number is the old tenant's",
    });
    expect(corrected).toMatchObject({ name: "Lager Vejle", identifiers: [{ kind: "gsrn", value: POINT }] });
    await site.ingest(by, invoice("2", { meter: POINT, customer_number: "8841205" }));
    expect(await supplies(by)).toEqual([
      expect.objectContaining({ identifiers: [expect.objectContaining({ kind: "gsrn" })] }),
    ]);
    await site.intact(by);
  });

  test.each([
    [{ identifiers: [{ kind: "gsrn", value: "571313000000000014" }] }, 400, /check digit/],
    [{ identifiers: [{ kind: "customer_number", value: "A" }] }, 400, /at least 4/],
    [{ identifiers: [] }, 400, /identifiers/],
    [
      { supplier_identity_id: "0198c0de-0000-7000-8000-00000000ffff", identifiers: [{ kind: "gsrn", value: POINT }] },
      404,
      /supplier/,
    ],
  ])("%j is refused and says why", async (supply, status, message) => {
    const by = await site.company();
    const answer = await site.post(by, { ...supply, reason: "test" }, {}, "/supplies");
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(message);
    expect(await supplies(by)).toEqual([]);
  });

  test("a metering point belongs to one supply, and another company's supplies are not there", async () => {
    const [by, other] = [await site.company(), await site.company()];
    const add = async (point: string) =>
      await site.post(by, { identifiers: [{ kind: "gsrn", value: point }], reason: "test" }, {}, "/supplies");
    const first = (await add(POINT)).json() as unknown as Supply;
    const refused = await add(POINT);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(first.id);
    const path = `/supplies/${first.id}`;
    expect((await site.app.as(other.key, `/api/v1${path}`)).status).toBe(404);
    expect((await site.post(other, { name: "Mine", reason: "test" }, {}, `${path}/correction`)).status).toBe(404);
    expect(await supplies(other)).toEqual([]);
  });
});

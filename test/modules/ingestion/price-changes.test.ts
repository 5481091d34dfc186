import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { billFile } from "../../support/printed-bill.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const line = (text: string, quantity: string, unit: string, amount: string): UblLine => ({
  text,
  quantity,
  unit,
  amount,
});
const GAS = line("Naturgas januar 2026", "1000", "NM3", "5000.00");
const POWER = line("Elforbrug januar 2026", "4100", "KWH", "5000.00");
const DIESEL = line("Dieselolie B7", "2500", "LTR", "26250.00");
const STEEL = line("Stålplade 6 mm S235", "1000", "KGM", "9000.00");
const FREIGHT = line("Transport Skjern-Kolding", "3200", "TKM", "2560.00");

/** Whose trade says what is sold by the unit. */
const SELLERS: Readonly<Record<string, string>> = { KGM: "Grove Metal A/S", TKM: "Skjern Vognmand ApS" };

/** What a company of its own counts with these documents, and what its lines are. */
async function read(...documents: readonly UblDocument[]) {
  const by = await site.company();
  for (const document of documents) {
    const supplier = { name: SELLERS[document.lines[0]?.unit ?? ""] ?? "Holstebro Forsyning A/S", cvr: "27182818" };
    const content = ubl({ date: "2026-02-12", supplier, ...document });
    await site.ingest(by, { name: `${document.number}.xml`, content });
  }
  return await counted(by);
}
async function counted(by: Awaited<ReturnType<typeof site.company>>) {
  const path = "/emissions/summary?from=2025-01-01&to=2026-12-31";
  const { total_co2e_kg: kg } = (await site.get(by, path)) as { total_co2e_kg: number | null };
  const lines = await site.lines(by);
  const of = (text: string) => lines.find(({ description }) => description.startsWith(text));
  const states = lines.map(({ status, review_code }) => review_code ?? status).toSorted((a, b) => a.localeCompare(b));
  return { by, kg, lines, of, states };
}
const UNNAMED = { number: "K-1", date: "2026-03-02", is_credit_note: true };
const bill = (...lines: readonly UblLine[]) => ({ number: "F-1", lines });

describe("a line of a bill that changes a price", () => {
  test.each<[string, UblLine, readonly UblLine[]]>([
    ["of gas, beside a quantity", GAS, [line("Prisregulering naturgas december 2025", "900", "NM3", "-225.00")]],
    ["of gas, beside one below zero", GAS, [line("Prisregulering naturgas december 2025", "-910", "NM3", "-225.00")]],
    [
      "of electricity, down and up",
      POWER,
      [
        line("Prisregulering el december 2025", "3900", "KWH", "-210.00"),
        line("Prisjustering el november 2025", "3700", "KWH", "185.00"),
      ],
    ],
    ["of fuel, by the litre", DIESEL, [line("Rabat diesel 0,50 kr/l", "2500", "LTR", "-1250.00")]],
    ["of fuel, in money", DIESEL, [line("Bonus diesel", "1", "EA", "-1250.00")]],
    ["of steel, by the kilogram", STEEL, [line("Prisnedslag stålplade S235", "1000", "KGM", "-900.00")]],
  ])("%s counts nothing", async (_what, used, changes) => {
    const [plain, changed] = [await read(bill(used)), await read(bill(used, ...changes))];
    expect(plain.kg).toBeGreaterThan(0);
    expect(changed.kg).toBe(plain.kg);
    for (const { text } of changes) {
      expect(changed.of(text)).toMatchObject({ status: "excluded" });
      expect(changed.of(text)?.reason).toContain("the price changes, not the quantity");
    }
  });

  test("on a printed bill counts nothing", async () => {
    const of = async (
      [net, vat, gross]: readonly [string, string, string],
      ...lines: readonly (readonly [string, string, string, string])[]
    ) => {
      const by = await site.company();
      const totals = [
        ["I alt ekskl. moms", net],
        ["Moms 25 %", vat],
        ["Total inkl. moms DKK", gross],
      ] as const;
      const { name, bytes } = billFile({ seller: "Fiktiva Fjernvarme A.m.b.a.", lines, totals });
      await site.ingest(by, { name, content: bytes });
      return await counted(by);
    };
    const used = ["Varmeforbrug december 2025", "22,5", "MWh", "12.375,00"] as const;
    const plain = await of(["12.375,00", "3.093,75", "15.468,75"], used);
    const changed = await of(["8.735,00", "2.183,75", "10.918,75"], used, [
      "Prisregulering varmeforbrug 2024",
      "182,0",
      "MWh",
      "-3.640,00",
    ]);
    expect(plain.kg).toBeGreaterThan(0);
    expect(changed.kg).toBe(plain.kg);
    expect(changed.of("Prisregulering")).toMatchObject({ status: "excluded" });
  });

  test("but what is sold after such a change, or at a discount, is used", async () => {
    const [plain, changed] = [
      await read(bill({ ...POWER, quantity: "5000" })),
      await read(bill(POWER, line("Elforbrug efter prisregulering", "900", "KWH", "1000.00"))),
    ];
    expect(changed.kg).toBe(plain.kg);
  });
});

test("a line that gives money back beside a quantity waits, and takes the quantity off once it is accepted", async () => {
  const [plain, back] = [
    await read(bill(POWER)),
    await read(bill(POWER, line("Kreditering elforbrug december 2025", "600", "KWH", "-720.00"))),
  ];
  expect(back.kg).toBe(plain.kg);
  expect(back.states).toEqual(["classified", "credit_unmatched"]);
  const waiting = back.of("Kreditering");
  await site.change(back.by, `/review-items/${waiting?.id ?? ""}/accept`, {
    reason: "Var talt",
    facts: { service_period_start: "2026-01-01", service_period_end: "2026-01-31" },
  });
  const { kg } = await counted(back.by);
  expect(Number(kg)).toBeCloseTo((Number(plain.kg) * 3500) / 4100, 2);
});

test("waste for which somebody pays was handed over all the same", async () => {
  const burnt = line("Småt brændbart affald til forbrænding", "1240", "KGM", "1612.00");
  const paper = line("Papaffald til genanvendelse", "320", "KGM", "-96.00");
  const [plain, sold] = [await read(bill(burnt, { ...paper, amount: "96.00" })), await read(bill(burnt, paper))];
  expect(sold.kg).toBe(plain.kg);
  expect(sold.states).toEqual(plain.states);
});

describe("a credit note that lowers a price", () => {
  const note = (used: UblLine, text: string, amount: string): UblDocument => ({
    ...UNNAMED,
    credits: "F-1",
    lines: [{ ...used, text, amount }],
  });

  test.each<[string, UblLine, UblDocument]>([
    ["of steel", STEEL, note(STEEL, "Prisnedslag stålplade 6 mm S235, kvalitet", "900.00")],
    ["of gas", GAS, note(GAS, "Prisregulering naturgas januar 2026", "500.00")],
    [
      "of more than its invoice counts",
      GAS,
      { ...bill({ ...GAS, text: "Bonus naturgas 2025", quantity: "12000", amount: "1200.00" }), ...UNNAMED },
    ],
  ])("%s takes off no quantity", async (_what, used, credit) => {
    const [plain, lowered] = [await read(bill(used)), await read(bill(used), credit)];
    expect(lowered.kg).toBe(plain.kg);
    expect(lowered.states).toEqual(["classified", "excluded"]);
  });

  test("of what counts by its quantity alone takes off none where its invoice is not here either", async () => {
    const lowered = await read(note({ ...GAS, quantity: "12000" }, "Bonus naturgas 2025", "1200.00"));
    expect(lowered.kg).toBeNull();
    expect(lowered.states).toEqual(["excluded"]);
  });

  test("of what may count by money waits for its invoice, and takes off money where it is accepted", async () => {
    const lowered = await read(note(STEEL, "Prisnedslag stålplade 6 mm S235", "900.00"));
    expect(lowered.states).toEqual(["credit_unmatched"]);
    await site.change(lowered.by, `/review-items/${lowered.of("Prisnedslag")?.id ?? ""}/accept`, {
      reason: "Var talt",
      facts: { transaction_date: "2026-02-12" },
    });
    const { kg } = await counted(lowered.by);
    // 1,000 kg of steel are some 3.8 t.
    expect(Number(kg)).toBeLessThan(0);
    expect(Number(kg)).toBeGreaterThan(-300);
  });

  test("takes back what was sold in its very words", async () => {
    const sold = { ...DIESEL, text: "Dieselolie rabatpris" };
    const back = await read(bill(sold), note(sold, sold.text, sold.amount));
    expect(back.kg).toBeCloseTo(0, 6);
    expect(back.states).toEqual(["classified", "classified"]);
  });
});

describe("a surcharge", () => {
  test.each<[string, readonly UblLine[], UblLine]>([
    ["on freight", [FREIGHT], line("Brændstoftillæg transport", "3200", "TKM", "256.00")],
    ["on steel", [STEEL], line("Legeringstillæg stålplade", "1000", "KGM", "1800.00")],
    [
      "on the sum of several",
      [FREIGHT, line("Transport Vejle-Herning", "800", "TKM", "700.00")],
      line("Brændstoftillæg transport", "4000", "TKM", "326.00"),
    ],
  ])("%s is part of what it is reckoned on", async (_what, lines, surcharge) => {
    const [plain, charged] = [await read(bill(...lines)), await read(bill(...lines, surcharge))];
    expect(plain.kg).toBeGreaterThan(0);
    expect(charged.kg).toBe(plain.kg);
    expect(charged.of(surcharge.text)).toMatchObject({ status: "excluded" });
    expect(charged.of(surcharge.text)?.reason).toContain("a surcharge on the quantity of line 1");
  });

  test("on another quantity waits", async () => {
    const [plain, charged] = [
      await read(bill(FREIGHT)),
      await read(bill(FREIGHT, line("Brændstoftillæg transport", "1500", "TKM", "256.00"))),
    ];
    expect(charged.kg).toBe(plain.kg);
    expect(charged.states).toEqual(["classified", "quantity_repeated"]);
  });
});

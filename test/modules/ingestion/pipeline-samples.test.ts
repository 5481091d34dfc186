import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type LineState, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { sampleFile, sampleItems } from "../../support/sample-manifest.ts";

interface Sample {
  readonly file: string;
  readonly outcome: string;
  readonly expected: {
    readonly reason?: string;
    readonly document_type?: string;
    readonly line_count?: number;
    readonly records?: number;
    readonly sum?: number;
    readonly sum_outflow?: number;
    readonly expense_lines?: number;
    readonly sum_expense?: number;
    readonly signed_total_excl_vat?: number;
    readonly activity?: readonly { readonly category: string; readonly quantity: number; readonly unit: string }[];
  };
}

function readableSamples(): Sample[] {
  return sampleItems<Sample>().filter(({ file }) => /\.(xml|csv)$/.test(file));
}

const parsed = readableSamples().filter(({ outcome }) => outcome === "parsed");
const rejected = readableSamples().filter(({ outcome }) => outcome === "rejected");

/** Categories, by their beginning, in which a quantity of the manifest may be booked. */
const BOOKED_AS: Readonly<Record<string, RegExp>> = {
  electricity: /^energy\.electricity\./,
  natural_gas: /^energy\.stationary\.natural_gas/,
  water: /^purchases\.water\./,
  waste: /^waste\./,
  diesel: /^transport\.own\.diesel/,
  district_heating_or_energy: /^(?:energy\.heat\.|unclassified\.pending)/,
};
const UNITS: Readonly<Record<string, string>> = { L: "l" };

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const sumOf = (values: readonly (string | null)[]): number =>
  Number(decimalText(values.reduce((sum, value) => sum.plus(value ?? "0"), decimal(0))));

/** Total that the manifest says must be booked, if it says one. */
function bookedTotal({ expected }: Sample): number | undefined {
  return expected.signed_total_excl_vat ?? expected.sum ?? expected.sum_expense;
}

/** Every quantity that is counted or waits to be, added up by category and unit. */
function countedQuantities(lines: readonly LineState[]): Map<string, number> {
  const counted = new Map<string, (string | null)[]>();
  for (const line of lines.filter(({ status, quantity }) => status !== "excluded" && quantity !== null)) {
    const key = `${line.category_key} ${line.unit}`;
    counted.set(key, [...(counted.get(key) ?? []), line.quantity]);
  }
  return new Map([...counted].map(([key, values]) => [key, sumOf(values)]));
}

describe("samples through the whole pipeline", () => {
  test.each(parsed)("$file is booked with its total, and each quantity once", async (sample) => {
    const { file, expected } = sample;
    const company = await service.company({ name: file });
    const [read] = await company.ingest(sampleFile({ file }));
    expect(read?.status).toMatch(/^(?:processed|needs_review)$/);
    const lines = await company.lines();
    const rows = expected.records ?? expected.expense_lines;
    if (rows !== undefined) expect(lines).toHaveLength(rows);
    if (expected.line_count !== undefined)
      expect(lines.filter(({ line_kind }) => line_kind === "line")).toHaveLength(expected.line_count);
    const total = bookedTotal(sample);
    if (total !== undefined) expect(sumOf(lines.map(({ amount }) => amount))).toBe(total);
    const counted = [...countedQuantities(lines)];
    for (const { category, quantity, unit } of expected.activity ?? []) {
      const booked = counted.filter(([key]) => BOOKED_AS[category]?.test(key) === true);
      expect(booked.map(([key, value]) => [key.split(" ")[1], value])).toEqual([[UNITS[unit] ?? unit, quantity]]);
    }
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
    expect(await compareRollups(company.ctx.db)).toEqual([]);
  });

  test.each(rejected)(
    "$file is refused with the reason of the manifest, and nothing of it is booked",
    async (sample) => {
      const company = await service.company({ name: sample.file });
      const [read] = await company.ingest(sampleFile(sample));
      expect(read).toMatchObject({ status: "rejected", error: { code: `file.${sample.expected.reason}` } });
      expect(await company.lines()).toEqual([]);
      expect(await company.entries()).toEqual([]);
    },
  );

  test("all samples in one upload of one company end as they do alone, in whatever order they are read", async () => {
    const company = await service.company();
    const all = [...parsed, ...rejected];
    const files = await company.ingest(...all.map(sampleFile));
    const refused = files.filter(({ status }) => status === "rejected").map(({ name }) => name);
    expect(refused.toSorted()).toEqual(rejected.map(({ file }) => file).toSorted());
    const open = files.filter(({ status }) => status === "stored" || status === "duplicate");
    expect(open).toEqual([]);
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
    expect(await compareRollups(company.ctx.db)).toEqual([]);
  });

  test("nothing of a file outside appears after an attempt to include it", async () => {
    const company = await service.company();
    const files = await company.ingest(sampleFile({ file: "bad-xxe-file.xml" }));
    expect(JSON.stringify(files)).not.toContain("root:");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { sharedFile } from "../../support/shared-data.ts";
import { shippedFactor, tables } from "../../support/calculation.ts";

/** A row of the table of compositions and warming potentials, as read. */
type Row = Readonly<Record<string, string>>;

const rowsOf = (text: string): Row[] =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

const extract = rowsOf(readFileSync(join(import.meta.dirname, "../../fixtures/refrigerants/blends-gwp.csv"), "utf8"));

/** "R1234ze(E)" -> "r1234ze"; "R22 (HCFC; ...)" -> "r22". */
const idOf = ({ refrigerant = "" }: Row) => refrigerant.replace("(E)", "").split(" ")[0]?.toLowerCase() ?? "";

/** What is shipped of a gas by a set: AR5 is the UK Government's figure where it publishes one. */
function shipped(id: string, set: "ar5" | "ar6"): number {
  const names: Record<string, string> = { r744: "co2" };
  const isOf = ({ key }: { key: string }, name: string) => key === `refrigerant.${name}.kg`;
  const published = ["", "hfc"].map((prefix) => names[id] ?? (prefix === "" ? id : id.replace("r", prefix)));
  const own = tables.factors.find((factor) => published.some((name) => isOf(factor, name)));
  if (set === "ar5" && own !== undefined) return Number(own.kg_co2e_per_unit);
  return Number(shippedFactor(`refrigerant.${id}.${set}.kg`).kg_co2e_per_unit);
}

function expectShipped(rows: readonly Row[]): void {
  for (const row of rows) {
    const id = idOf(row);
    // The UK Government rounds to whole kilograms.
    expect(Math.abs(shipped(id, "ar5") - Number(row["gwp100_ar5"])), `${id} AR5`).toBeLessThanOrEqual(0.5);
    expect(shipped(id, "ar6"), `${id} AR6`).toBe(Number(row["gwp100_ar6"]));
  }
}

describe("refrigerants", () => {
  test("have the figures of the table that they were read from", () => {
    expect(extract).toHaveLength(8);
    expectShipped(extract);
  });

  test("have the figures of the whole table, where it is at hand", ({ skip }) => {
    const file = sharedFile("2026-11/refrigerants/refrigerant-blends-gwp.csv");
    if (file === null) {
      skip("needs ../shared/data/2026-11/refrigerants/refrigerant-blends-gwp.csv");
      return;
    }
    const rows = rowsOf(file.toString("utf8"));
    expect(rows).toHaveLength(34);
    expectShipped(rows);
  });

  test("that are blends weigh what their parts do, by the potentials shipped of each", () => {
    const blends = tables.factors.flatMap((factor) => {
      const [, composition] = /computed from (.+) % by mass/.exec(factor.note ?? "") ?? [];
      return composition === undefined ? [] : [{ factor, composition }];
    });
    expect(blends).toHaveLength(40);
    const hydrocarbons = new Set(["butane", "isobutan", "ipentane"]);
    for (const { factor, composition } of blends) {
      const set = factor.gwp_set === "AR6" ? "ar6" : "ar5";
      const parts = composition.split(" / ").map((part) => {
        const [gas = "", percent = ""] = part.split(" ");
        return { id: gas.replace("(E)", "").toLowerCase(), percent: Number(percent) };
      });
      const total = parts.reduce((sum, { percent }) => sum + percent, 0);
      expect(Math.abs(total - 100), factor.key).toBeLessThanOrEqual(0.15);
      const kg = parts
        .filter(({ id }) => !hydrocarbons.has(id))
        .reduce((sum, { id, percent }) => sum + (shipped(id, set) * percent) / 100, 0);
      expect(Math.abs(kg - Number(factor.kg_co2e_per_unit)), factor.key).toBeLessThanOrEqual(0.06);
      expect(factor.note?.includes("hydrocarbons"), factor.key).toBe(parts.some(({ id }) => hydrocarbons.has(id)));
    }
  });

  test("say how sure each figure is and where it was read", () => {
    const rows = tables.factors.filter(({ key }) => /^refrigerant\.[^.]+\.ar[56]\.kg$/.test(key));
    expect(rows).toHaveLength(55);
    for (const { key, note, source_url, licence, gwp_set } of rows) {
      expect(note, key).toMatch(/confidence (?:high|medium: .+)/);
      expect(note, key).toMatch(/^(?:computed from .+https:\/\/github\.com\/CoolProp|transcribed|as gwp\.csv)/);
      expect(source_url, key).toBe("https://github.com/openclimatedata/globalwarmingpotentials");
      expect([licence, gwp_set], key).toEqual(["CC0-1.0", key.includes(".ar6.") ? "AR6" : "AR5"]);
    }
  });
});

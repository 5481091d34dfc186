/**
 * Maintainers' tool: writes data/factors/refrigerants.csv from the compositions and warming potentials in ../shared/data.
 * A gas of which the UK Government publishes AR5 keeps that figure; gases without a blend come from data/factors/gwp.csv.
 * Run: npx tsx scripts/compile-refrigerants.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";

type Row = Readonly<Record<string, string>>;
type GwpSet = "AR5" | "AR6";

const root = join(import.meta.dirname, "..");
const rowsOf = (path: string): Row[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, "utf8"), { header: true, skipEmptyLines: true }).data;

const YEAR = { AR5: "2014", AR6: "2021" } as const;
const CITED = {
  AR5: "IPCC AR5, GWP100 without climate-carbon feedback, via openclimatedata/globalwarmingpotentials",
  AR6: "IPCC AR6, GWP100, table 7.SM.7, via openclimatedata/globalwarmingpotentials",
} as const;
const GWP_URL = "https://github.com/openclimatedata/globalwarmingpotentials";
const COMPOSITION = "ASHRAE 34 composition by CoolProp, https://github.com/CoolProp/CoolProp";
/** Gases of one substance that are no refrigerant of a blend. */
const SUBSTANCES = { sf6: "SF6", nf3: "NF3", n2o: "N2O" } as const;

const desnz = new Set(rowsOf(join(root, "data/factors/desnz-2025.csv")).map((row) => row["key"]));
/** Names under which the UK Government's table has the pure gases. */
const DESNZ_NAMES: Readonly<Record<string, string>> = {
  r32: "hfc32",
  r125: "hfc125",
  r134a: "hfc134a",
  r143a: "hfc143a",
  r23: "hfc23",
  r227ea: "hfc227ea",
  r744: "co2",
};

function noteOf(composition: string, set: GwpSet, hasHydrocarbons: boolean): string {
  const isOlefin = /1234/i.test(composition);
  const doubts = [
    ...(set === "AR6" && isOlefin ? ["AR6 of R1234yf and R1234ze(E) (Hodnebrog 2020) read in one place"] : []),
    ...(hasHydrocarbons ? ["its hydrocarbons, at most 3.4 % by mass and 0.2 kg CO2e, are left out"] : []),
  ];
  const confidence = doubts.length === 0 ? "confidence high" : `confidence medium: ${doubts.join("; ")}`;
  const rests = composition.includes("%") ? `computed from ${composition} (${COMPOSITION})` : "transcribed";
  return `${rests}; ${confidence}`;
}

function factor(id: string, name: string, set: GwpSet, value: string, note: string): Row {
  return {
    key: `refrigerant.${id}.${set.toLowerCase()}.kg`,
    name_en: `${name} refrigerant leakage (${set})`,
    name_da: `Kølemiddel ${name}, lækage (${set})`,
    scope: "1",
    scope3_category: "",
    unit: "kg",
    kg_co2e_per_unit: value,
    co2_kg: "",
    ch4_kg_co2e: "",
    n2o_kg_co2e: "",
    biogenic_co2_kg: "",
    region: "GLO",
    valid_year: YEAR[set],
    currency: "",
    price_year: "",
    boundary: "",
    gwp_set: set,
    release: "read-2026-11",
    source: CITED[set],
    source_url: GWP_URL,
    licence: "CC0-1.0",
    note,
  };
}

const published = rowsOf(join(root, "../shared/data/2026-11/refrigerants/refrigerant-blends-gwp.csv"));
const blends = published.flatMap((row) => {
  const [name = ""] = (row["refrigerant"] ?? "").replace("(E)", "").split(" ");
  const id = name.toLowerCase();
  const composition =
    row["composition_mass_percent"] === "pure" ? name : `${row["composition_mass_percent"] ?? ""} % by mass`;
  const hasHydrocarbons = row["hydrocarbons_counted_zero"] === "yes";
  const montreal = id === "r22" ? "; Montreal Protocol gas: report outside scope 1 total" : "";
  return (["AR5", "AR6"] as const).flatMap((set) => {
    if (set === "AR5" && desnz.has(`refrigerant.${DESNZ_NAMES[id] ?? id}.kg`)) return [];
    const note = `${noteOf(composition, set, hasHydrocarbons)}${montreal}`;
    return [factor(id, name, set, row[`gwp100_${set.toLowerCase()}`] ?? "", note)];
  });
});
const gwp = new Map(rowsOf(join(root, "data/factors/gwp.csv")).map((row) => [row["key"], row]));
const substances = Object.entries(SUBSTANCES).map(([id, name]) =>
  factor(id, name, "AR6", gwp.get(`gwp.${id}.ar6`)?.["kg_co2e_per_unit"] ?? "", "as gwp.csv; confidence high"),
);
const rows = [...blends, ...substances];
writeFileSync(join(root, "data/factors/refrigerants.csv"), `${Papa.unparse(rows, { newline: "\n" })}\n`);
console.log(`factors/refrigerants.csv: ${rows.length}`);

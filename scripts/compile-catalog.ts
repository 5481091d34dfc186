/**
 * Maintainers' tool: compiles the reviewed starting tables in ../shared/data into the project's own tables under data/.
 * The compiled files are committed and are what the service reads; this script only shows how they were made.
 * Run: npx tsx scripts/compile-catalog.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";

const root = join(import.meta.dirname, "..");
const shared = join(root, "../shared/data");

type Row = Readonly<Record<string, string>>;

interface Family {
  readonly file: string;
  /** How the `source` column of the reviewed table starts. */
  readonly source: string;
  /** The publisher's release; where it numbers none, the month in which the figures were read. */
  readonly release: string;
  readonly licence?: string;
  readonly note?: string;
  /** Rewords the source where the reviewed table names two sets in one phrase. */
  readonly cite?: (row: Row) => string;
  readonly facts: (row: Row) => Partial<Record<"currency" | "price_year" | "boundary" | "gwp_set", string>>;
}

const LIFE_CYCLE = () => ({ boundary: "life_cycle" });
const NOTHING = () => ({});

const FAMILIES: readonly Family[] = [
  { file: "desnz-2025", source: "UK Government GHG", release: "2025-v1", facts: desnzFacts },
  {
    file: "figaro-dk-2023",
    source: "FIGARO",
    release: "2026.4",
    licence: "CC-BY-4.0",
    facts: () => ({ currency: "EUR", price_year: "2023" }),
  },
  { file: "ember", source: "Ember", release: "read-2026-11", facts: LIFE_CYCLE },
  {
    file: "useeio",
    source: "US EPA",
    release: "1.3.0",
    facts: () => ({ currency: "USD", price_year: "2022" }),
  },
  {
    file: "gwp",
    source: "IPCC",
    release: "read-2026-11",
    cite: (row) =>
      row["key"]?.endsWith(".ar5") === true
        ? "IPCC AR5, GWP100 without climate-carbon feedback, via openclimatedata/globalwarmingpotentials"
        : "IPCC AR6, GWP100, table 7.SM.7, via openclimatedata/globalwarmingpotentials",
    facts: (row) => ({ gwp_set: row["key"]?.endsWith(".ar5") === true ? "AR5" : "AR6" }),
  },
  { file: "br18", source: "Bygningsreglementet", release: "BR18", facts: LIFE_CYCLE },
  { file: "evida", source: "Evida", release: "read-2026-11", facts: NOTHING },
  { file: "hb2016", source: "Håndbog", release: "HB2016", facts: NOTHING },
];

/** DESNZ 2025 is stated in AR5; its grid and heat factors cover generation only (upstream and grid loss are rows of their own). */
function desnzFacts(row: Row) {
  return row["scope"] === "2" ? { gwp_set: "AR5", boundary: "generation" } : { gwp_set: "AR5" };
}

function table(name: string): Row[] {
  return Papa.parse<Record<string, string>>(readFileSync(join(shared, name), "utf8"), {
    header: true,
    skipEmptyLines: true,
  }).data;
}

function write(name: string, rows: readonly Row[]): void {
  writeFileSync(join(root, "data", name), `${Papa.unparse([...rows], { newline: "\n" })}\n`);
  console.log(`${name}: ${rows.length}`);
}

function compiled(row: Row, family: Family): Row {
  const facts = family.facts(row);
  const at = (column: string) => row[column] ?? "";
  return {
    key: at("key"),
    name_en: at("name_en"),
    name_da: at("name_da"),
    scope: at("scope"),
    scope3_category: at("scope3_category"),
    unit: at("unit"),
    kg_co2e_per_unit: at("kg_co2e_per_unit"),
    co2_kg: at("co2"),
    ch4_kg_co2e: at("ch4"),
    n2o_kg_co2e: at("n2o"),
    biogenic_co2_kg: at("biogenic"),
    region: at("region"),
    valid_year: at("valid_year"),
    currency: facts.currency ?? "",
    price_year: facts.price_year ?? "",
    boundary: facts.boundary ?? "",
    gwp_set: facts.gwp_set ?? "",
    release: family.release,
    source: family.cite?.(row) ?? at("source"),
    source_url: at("source_url"),
    licence: family.licence ?? at("licence"),
    note: family.note ?? at("note").replaceAll(/\s+/g, " "),
  };
}

/** Share-alike (ODbL-1.0): no longer shipped; Danish electricity counts by eea.csv. */
const RETIRED = "Electricity Maps";
const GENERATION_OF_DENMARK = "electricity.dk.generation.2024.kwh";

const factors = table("emission-factors.csv").filter((row) => row["source"]?.startsWith(RETIRED) !== true);
const placed = new Set<string>();
for (const family of FAMILIES) {
  const own = factors.filter((row) => row["source"]?.startsWith(family.source));
  for (const row of own) placed.add(row["key"] ?? "");
  write(
    `factors/${family.file}.csv`,
    own.map((row) => compiled(row, family)),
  );
}
if (placed.size !== factors.length) throw new Error(`${factors.length - placed.size} factors belong to no family`);

const PRICE_AREAS_OF_DENMARK = /^energy\.electricity\.grid_dk[12]$/;
const SPEND_ON_ENERGY = "spend.dk.d35.eur";

write(
  "categories.csv",
  table("emission-categories.csv").map((row) => ({
    key: row["key"] ?? "",
    name_da: (row["name_da"] ?? "").replace("Opstrøms brændsler (well-to-tank)", "Opstrøms brændselsproduktion"),
    name_en: row["name_en"] ?? "",
    level: row["level"] ?? "",
    parent: row["parent"] ?? "",
    default_scope: row["default_scope"] ?? "",
    default_scope3_category: row["default_scope3_category"] ?? "",
    default_factor_key: (row["default_factor"] ?? "").replace(
      /^electricity\.dk\d?\.flow_traced\..*$/,
      GENERATION_OF_DENMARK,
    ),
    // Money buys electricity of the country, in whichever of its price areas.
    spend_factor_key:
      row["spend_fallback_factor"] || (PRICE_AREAS_OF_DENMARK.test(row["key"] ?? "") ? SPEND_ON_ENERGY : ""),
  })),
);

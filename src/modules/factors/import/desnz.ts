import { isDecimalText } from "../../../core/quantity.ts";
import type { FactorRow } from "../factor-version.ts";
import { type DesnzFactor, type DesnzFile, nameOfPublished } from "./desnz-file.ts";
import { desnzFile } from "./desnz-sheet.ts";
import { ownUnit, perOwnUnit, regionOf, scope3CategoryOf } from "./desnz-vocabulary.ts";
import type { ParsedFactors } from "./parsed-rows.ts";
import type { PublishedIds } from "./published-ids.ts";
import { readXlsx } from "./xlsx.ts";

const TOTAL = "kg CO2e";
const CO2 = "kg CO2e of CO2 per unit";
const CH4 = "kg CO2e of CH4 per unit";
const N2O = "kg CO2e of N2O per unit";
const OUTSIDE = "Outside of Scopes";

/** Tables whose figures have a biogenic part outside the scopes; upstream and grid loss tables name the same fuels. */
const BURNED_OR_GENERATED = new Set(["Fuels", "Bioenergy", "UK electricity"]);

/** The warming potentials that a year's methodology paper names; years that were not checked are not asserted. */
const GWP_SET_BY_YEAR = new Map([
  [2024, "AR5"],
  [2025, "AR5"],
]);

const NOT_AVAILABLE = "no value published";
const ENERGY = "energy per distance, not an emission factor";

/**
 * Reads the UK Government's conversion factors (DESNZ; any year of the same layout), from the flat file or from the full set, whose
 * rows are found by their words. Keys are "desnz.<year>.<published id>". A blank cell is "not available" and gives no factor; it is never zero. Biogenic CO2,
 * which the file lists outside the scopes, is also put on the fuel that it belongs to.
 * @param release null: "<year>-v<version>" from the front page.
 * @param ids of what the publisher's flat file is about; none: a full set has no row that is known.
 * @throws ServiceError request.validation_failed when the file is neither.
 */
export async function importDesnz(
  bytes: Buffer,
  release: string | null,
  ids: PublishedIds = new Map(),
): Promise<ParsedFactors> {
  const file = desnzFile(await readXlsx(bytes), ids);
  const context = { file, release: release ?? `${file.year}-v${file.version ?? "1"}`, biogenic: biogenicByFuel(file) };
  const rows: { line: number; row: FactorRow }[] = [];
  const rejected: { line: number; reason: string }[] = [];
  const skipped = new Map([
    [NOT_AVAILABLE, 0],
    [ENERGY, 0],
  ]);
  for (const factor of file.factors) {
    const result = factorRow(factor, context);
    if (typeof result !== "string") rows.push({ line: factor.line, row: result });
    else if (skipped.has(result)) skipped.set(result, (skipped.get(result) ?? 0) + 1);
    else rejected.push({ line: factor.line, reason: result });
  }
  return {
    read: file.factors.length,
    rows,
    rejected,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
  };
}

interface FileContext {
  readonly file: DesnzFile;
  readonly release: string;
  /** kg biogenic CO2 per unit by fuel and published unit. */
  readonly biogenic: ReadonlyMap<string, string>;
}

/** The row of one published factor, or why there is none. */
function factorRow(factor: DesnzFactor, context: FileContext): FactorRow | string {
  if ([...factor.figures.keys()].every((measure) => measure.startsWith("kWh"))) return ENERGY;
  const figures = figuresOf(factor, context);
  if (typeof figures === "string") return figures;
  const [level1, , level3] = factor.levels;
  const region = regionOf(level1, level3);
  const scope = scopeOf(factor.scope);
  if (region === undefined) return `unknown country "${level3.slice(0, 60)}"`;
  if (scope === undefined) return `unknown scope "${factor.scope.slice(0, 60)}"`;
  const name = nameOfPublished(factor);
  if (factor.id === "") return `no published id is known of "${name.slice(0, 200)}" per ${factor.unit.slice(0, 60)}`;
  const year = context.file.year;
  return {
    key: `desnz.${year}.${factor.id}`,
    release: context.release,
    name_en: name,
    name_da: name,
    scope,
    scope3_category: scope === 3 ? scope3CategoryOf(level1) : null,
    ...figures,
    region,
    valid_year: year,
    currency: null,
    price_year: null,
    boundary: scope === 2 ? "generation" : null,
    gwp_set: GWP_SET_BY_YEAR.get(year) ?? null,
    source: `UK Government GHG Conversion Factors ${year} (DESNZ), ${context.file.edition}`,
    source_url: `https://www.gov.uk/government/publications/greenhouse-gas-reporting-conversion-factors-${year}`,
    licence: "OGL-UK-3.0",
    note: noteOf(factor),
  };
}

type Figures = Pick<
  FactorRow,
  "unit" | "kg_co2e_per_unit" | "co2_kg" | "ch4_kg_co2e" | "n2o_kg_co2e" | "biogenic_co2_kg"
>;

function figuresOf(factor: DesnzFactor, { biogenic }: FileContext): Figures | string {
  const outside = factor.scope === OUTSIDE;
  const total = factor.figures.get(outside ? CO2 : TOTAL) ?? null;
  if (total === null) return NOT_AVAILABLE;
  const unit = ownUnit(factor.unit);
  if (unit === undefined) return `unknown unit of measure "${factor.unit.slice(0, 60)}"`;
  if ([...factor.figures.values()].some((figure) => figure !== null && !isDecimalText(figure))) {
    return "a figure is not a decimal number";
  }
  const gas = (measure: string) => {
    const kg = outside ? null : (factor.figures.get(measure) ?? null);
    return kg === null ? null : perOwnUnit(kg, unit);
  };
  const carriesBiogenic = BURNED_OR_GENERATED.has(factor.levels[0]);
  const bound = outside ? total : carriesBiogenic ? (biogenic.get(fuelKey(factor)) ?? null) : null;
  return {
    unit: unit.unit,
    kg_co2e_per_unit: perOwnUnit(total, unit),
    co2_kg: gas(CO2),
    ch4_kg_co2e: gas(CH4),
    n2o_kg_co2e: gas(N2O),
    biogenic_co2_kg: bound === null ? null : perOwnUnit(bound, unit),
  };
}

function scopeOf(published: string): 1 | 2 | 3 | null | undefined {
  if (published === "Scope 1") return 1;
  if (published === "Scope 2") return 2;
  if (published === "Scope 3") return 3;
  return published === OUTSIDE ? null : undefined;
}

function noteOf(factor: DesnzFactor): string {
  const notes = [`published per ${factor.unit.replace(/^per /, "")}`];
  if (factor.scope === OUTSIDE) notes.push("biogenic CO2: reported outside the scopes, never added to them");
  if (factor.column_text.includes("non-Kyoto"))
    notes.push("includes Montreal Protocol gases, which are reported apart from scope 1");
  return notes.join("; ");
}

function fuelKey(factor: DesnzFactor): string {
  return `${factor.levels[2].toLowerCase()}|${factor.unit}`;
}

function biogenicByFuel(file: DesnzFile): Map<string, string> {
  const outside = file.factors.filter((factor) => factor.scope === OUTSIDE);
  const kgByFuel = new Map<string, string>();
  for (const factor of outside) {
    const kg = factor.figures.get(CO2);
    if (kg !== undefined && kg !== null) kgByFuel.set(fuelKey(factor), kg);
  }
  return kgByFuel;
}

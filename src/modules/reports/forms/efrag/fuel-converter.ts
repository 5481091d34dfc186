import { carrierTable } from "../../datapoints/carriers.ts";
import { labelled, type CellPlan } from "./cell-plan.ts";
import { type CellPosition, positionKey } from "./cell-position.ts";
import type { FilledDocument, ReportedFacts } from "./reported-facts.ts";
import type { TemplateBook } from "./template-book.ts";

const CONVERTER = "Fuel Converter";
const PARAMETERS = "Fuel Conversion Parameters";

/** The converter has rows 10 to 19; its last two are kept for what has no fuel of its own. */
const FIRST_ROW = 10;
const OWN_ROWS = 8;
/** The box that carries the converter's result over to disclosure B3. */
const TRANSFER: CellPosition = { column: 4, row: 23 };

/** Rows of fuels in the parameters, and of "Other 1" behind them. */
const FUEL_ROWS = { first: 2, last: 51, other: 52 };

/**
 * A fuel of which only the energy counts: 1 tonne of it holds 1 MWh. 3.6 TJ/Gg is 1 MWh/t; the template multiplies by
 * 277.778, which differs from 1,000/3.6 by less than a millionth.
 */
const ENERGY_ITSELF = { unit: "t - tonne", state: "Solid", net_calorific_value_tj_per_gg: 3.6 };

/** The converter's words for units. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  l: "L - Liter",
  m3: "m³ - cubic meters",
  Nm3: "m³ - cubic meters",
  kg: "Kg - Kilogram",
  t: "t - tonne",
};
const UNIT_OF_STATE: Readonly<Record<string, readonly string[]>> = {
  Solid: ["kg", "t"],
  Liquid: ["l", "m3"],
  Gaseous: ["m3", "Nm3"],
};

interface FuelRow {
  readonly fuel: string;
  readonly unit: string;
  readonly quantity: number;
  readonly renewable: boolean;
  readonly mwh: number;
}

/**
 * Fills the template's converter of fuels, from which it calculates the energy of fuels. A fuel stands under its own name
 * where the template converts it as the report did; all others are in two rows by their energy alone, one for renewable
 * and one for other fuels. Where people have answered the energy of fuels themselves, those two rows hold it all.
 */
export function placeFuels(plan: CellPlan, document: FilledDocument, facts: ReportedFacts, book: TemplateBook): void {
  const total = facts.find("vsme:EnergyConsumptionFromFuels", "")?.value;
  const renewable = facts.find("vsme:EnergyConsumptionFromFuels", "vsme:RenewableEnergyMember")?.value;
  if (typeof total !== "number" || typeof renewable !== "number") return;
  const fuelRows = ownRows(document, book);
  const rest = (isRenewable: boolean, mwh: number): number =>
    Math.round((mwh - sumOf(fuelRows.filter((row) => row.renewable === isRenewable))) * 1000) / 1000;
  const rests = [
    { renewable: true, mwh: rest(true, renewable) },
    { renewable: false, mwh: rest(false, total - renewable) },
  ];
  const isAnswered = rests.some(({ mwh }) => mwh < -0.01);
  const [rows, others] = isAnswered
    ? [
        [],
        [
          { renewable: true, mwh: renewable },
          { renewable: false, mwh: total - renewable },
        ],
      ]
    : [fuelRows, rests.filter(({ mwh }) => mwh >= 0.01)];
  for (const [index, row] of rows.entries()) placeRow(plan, FIRST_ROW + index, row);
  for (const [index, { renewable: isRenewable, mwh }] of others.filter((other) => other.mwh > 0).entries()) {
    placeEnergy(plan, { row: FIRST_ROW + rows.length + index, number: index, isRenewable, mwh });
  }
  if (rows.length + others.length > 0) put(plan, CONVERTER, TRANSFER, true);
}

function sumOf(rows: readonly FuelRow[]): number {
  return rows.reduce((sum, row) => sum + row.mwh, 0);
}

/** Largest first; quantities of one fuel in one unit are one row, renewable ones another. */
function ownRows({ energy_carriers }: FilledDocument, book: TemplateBook): FuelRow[] {
  const rows = new Map<string, FuelRow>();
  for (const carrier of energy_carriers) {
    const parameters = carrierTable().get(carrier.carrier);
    if (parameters?.kind !== "fuel" || carrier.mwh === null || carrier.quantity === null) continue;
    // Without a split there is none in the report either, and the template's own would be made up.
    if (carrier.renewable === null) continue;
    const fuel = parameterRow(book, parameters.fuel);
    if (fuel === null || !isConvertedAlike(fuel, carrier)) continue;
    const key = `${fuel.name} ${carrier.unit} ${carrier.renewable}`;
    const before = rows.get(key);
    rows.set(key, {
      fuel: fuel.name,
      unit: carrier.unit,
      renewable: carrier.renewable,
      quantity: (before?.quantity ?? 0) + carrier.quantity,
      mwh: (before?.mwh ?? 0) + carrier.mwh,
    });
  }
  return [...rows.values()].toSorted((a, b) => b.mwh - a.mwh || (a.fuel < b.fuel ? -1 : 1)).slice(0, OWN_ROWS);
}

interface TemplateFuel {
  readonly name: string;
  readonly state: unknown;
  readonly net_calorific_value_tj_per_gg: unknown;
  /** kg per litre for liquids, kg per m3 for gases. */
  readonly density: unknown;
  readonly renewable: boolean;
}

function parameterRow(book: TemplateBook, fuel: string): TemplateFuel | null {
  const cells = book.sheets.get(PARAMETERS)?.cells;
  const at = (column: number, row: number): unknown => cells?.get(positionKey({ column, row }))?.value ?? null;
  for (let row = FUEL_ROWS.first; row <= FUEL_ROWS.last; row += 1) {
    const name = at(1, row);
    if (typeof name !== "string" || name.toLowerCase() !== fuel.toLowerCase()) continue;
    return {
      name,
      state: at(2, row),
      net_calorific_value_tj_per_gg: at(3, row),
      density: at(4, row) ?? at(5, row),
      renewable: at(6, row) === "Renewable",
    };
  }
  return null;
}

/** Same heating value, same density, same renewability, and a unit that the converter knows for this state of matter. */
function isConvertedAlike(fuel: TemplateFuel, carrier: FilledDocument["energy_carriers"][number]): boolean {
  const perLitre = fuel.state === "Gaseous" ? Number(fuel.density) / 1000 : Number(fuel.density);
  return (
    UNIT_OF_STATE[String(fuel.state)]?.includes(carrier.unit) === true &&
    carrier.renewable === fuel.renewable &&
    carrier.net_calorific_value_tj_per_gg === fuel.net_calorific_value_tj_per_gg &&
    (fuel.density === null || Math.abs((carrier.density_kg_per_litre ?? 0) - perLitre) < 1e-9)
  );
}

function placeRow(plan: CellPlan, row: number, { fuel, unit, quantity }: FuelRow): void {
  put(plan, CONVERTER, { column: 1, row }, fuel);
  put(plan, CONVERTER, { column: 2, row }, UNIT_WORDS[unit] ?? "");
  put(plan, CONVERTER, { column: 3, row }, Number(quantity.toPrecision(15)));
}

function placeEnergy(
  plan: CellPlan,
  { row, number, isRenewable, mwh }: { row: number; number: number; isRenewable: boolean; mwh: number },
): void {
  const parameters = FUEL_ROWS.other + number;
  put(plan, CONVERTER, { column: 1, row }, `Other ${number + 1}`);
  put(plan, CONVERTER, { column: 2, row }, ENERGY_ITSELF.unit);
  put(plan, CONVERTER, { column: 3, row }, Number(mwh.toPrecision(15)));
  put(plan, PARAMETERS, { column: 2, row: parameters }, ENERGY_ITSELF.state);
  put(plan, PARAMETERS, { column: 3, row: parameters }, ENERGY_ITSELF.net_calorific_value_tj_per_gg);
  put(plan, PARAMETERS, { column: 6, row: parameters }, isRenewable ? "Renewable" : "Non-renewable");
}

function put(plan: CellPlan, sheet: string, position: CellPosition, value: number | string | boolean): void {
  plan.put(sheet, position, value, labelled(CONVERTER));
}

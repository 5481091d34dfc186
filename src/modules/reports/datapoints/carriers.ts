import { z } from "zod";
import { isDecimalText } from "../../../core/quantity.ts";
import { shippedTable } from "./shipped-tables.ts";
import { tableRows } from "../../../core/table-rows.ts";

const optional = z.string().transform((text) => (text === "" ? null : text));
const optionalDecimal = z
  .string()
  .refine((text) => text === "" || isDecimalText(text), { message: "is not a plain decimal" })
  .transform((text) => (text === "" ? null : text));

/** As VSME B3 tells energy apart; other_purchased: heat, steam and cooling, which are in the total only. */
export const CARRIER_KINDS = ["electricity", "self_generated", "fuel", "other_purchased"] as const;
export type CarrierKind = (typeof CARRIER_KINDS)[number];

/** A row of data/vsme/fuels.csv: how the quantities of a category become energy by net calorific value. */
const carrierCells = z.strictObject({
  category_key: z.string().min(1),
  kind: z.enum(CARRIER_KINDS),
  fuel: z.string().min(1),
  state: z.enum(["solid", "liquid", "gaseous", ""]),
  /** TJ/Gg, which is MJ/kg. */
  net_calorific_value_tj_per_gg: optionalDecimal,
  density_kg_per_litre: optionalDecimal,
  /** kWh by net per kWh by gross calorific value. */
  net_to_gross: optionalDecimal,
  renewable: z.enum(["yes", "no"]).transform((text) => text === "yes"),
  source: z.string().min(1),
  source_url: optional,
  licence: optional,
  note: optional,
});
export type CarrierParameters = z.output<typeof carrierCells>;

/** A row of data/vsme/waste.csv: what VSME B7 calls the waste of a category. */
const wasteCells = z.strictObject({
  category_key: z.string().min(1),
  /** Null: the invoice does not tell which kind. */
  waste_member: optional,
  hazardous: z.enum(["yes", "no"]).transform((text) => text === "yes"),
  treatment: z.enum(["recycled", "disposal", ""]).transform((text) => (text === "" ? null : text)),
  note: optional,
});
export type WasteKind = z.output<typeof wasteCells>;

let carriers: ReadonlyMap<string, CarrierParameters> | undefined;
let wastes: ReadonlyMap<string, WasteKind> | undefined;

/** By category key. */
export function carrierTable(): ReadonlyMap<string, CarrierParameters> {
  carriers ??= new Map(tableRows(shippedTable("fuels"), carrierCells).map((row) => [row.category_key, row]));
  return carriers;
}

/** By category key. */
export function wasteTable(): ReadonlyMap<string, WasteKind> {
  wastes ??= new Map(tableRows(shippedTable("waste"), wasteCells).map((row) => [row.category_key, row]));
  return wastes;
}

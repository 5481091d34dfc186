import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import { decimal, isDecimalText } from "../../core/quantity.ts";
import { isEnergyUnit, isPhysical, parseUnit, type Unit } from "../../core/units.ts";
import type { CalculationRequest, CalculationSettings } from "./calculation.ts";
import { chooseActivityFactor } from "./calculation-factors.ts";
import { automaticCompanyFactor, namedCompanyFactor } from "./choose-company-factor.ts";
import { countsOwnGeneration } from "./own-generation.ts";
import { packedQuantity } from "./packed-quantity.ts";
import { quantityInText } from "./quantity-in-text.ts";
import { gridIsUnknown } from "./scope2.ts";
import { unsigned } from "./sold-waste.ts";

interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/** A line of a document or ledger as far as its quantity matters. */
export interface QuantityLine extends Pick<
  CalculationRequest,
  | "category_key"
  | "transaction_date"
  | "region"
  | "supplier_key"
  | "company_factor_id"
  | "fuel_values"
  | "attributes"
  | "factor_key"
> {
  /** What was counted of the line before, signed as booked; null: nothing. */
  readonly counted: Quantity | null;
  /** As the line prints it, unit in its own spelling, signed as booked. */
  readonly printed: { readonly value: string | null; readonly unit: string | null };
  readonly description: string;
  /** Signed as booked: a quantity read from the words of a credit takes its sign. */
  readonly amount: string | null;
  /** Whether it is waste that was handed over for money, whose quantity counts above zero; absent: no. */
  readonly is_sold_waste?: boolean;
}

/** What decides in which units a category counts. */
export interface QuantityTables {
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
}

/** What counts of a line, as the calculation asks for it. */
export type LineQuantity = Pick<
  CalculationRequest,
  "quantity" | "quantity_words" | "quantity_pieces" | "unused_quantity"
>;

/**
 * The physical quantity of a line that a factor of its category counts: what was counted before, else the printed one,
 * else the one in its words, else so many packages of the size in its words. Every factor of the category is considered, and every heating value and density of its fuel that the
 * document states or somebody has published. A printed quantity that none of them counts is handed on as unused, so that the lineage says so.
 */
export function lineQuantity(line: QuantityLine, tables: QuantityTables): LineQuantity {
  const found = signedLineQuantity(line, tables);
  if (line.is_sold_waste !== true || found.quantity == null) return found;
  return { ...found, quantity: { ...found.quantity, value: unsigned(found.quantity.value) } };
}

function signedLineQuantity(line: QuantityLine, tables: QuantityTables): LineQuantity {
  const { counted, printed } = line;
  const stated = printed.value === null || printed.unit === null ? null : { value: printed.value, unit: printed.unit };
  const counts = (quantity: Quantity) => isCounted(quantity, line, tables);
  const words = wordsOf(line, tables);
  const packed = words === null ? packedOf(line, tables) : null;
  const read = words ?? packed;
  const ofWords = read === null ? {} : { quantity_words: read.words };
  const told = packed === null ? ofWords : { ...ofWords, quantity_pieces: packed.pieces };
  for (const quantity of [counted, stated]) {
    const unit = quantity === null ? null : parseUnit(quantity.unit);
    if (quantity === null || unit === null || !counts(quantity)) continue;
    const isOfWords = read !== null && read.value === quantity.value && read.unit === unit;
    return { quantity: { value: quantity.value, unit }, ...(isOfWords ? told : {}) };
  }
  if (read !== null) return { quantity: { value: read.value, unit: read.unit }, ...told };
  const unused = [stated, counted].find(isMeasured) ?? null;
  return { quantity: null, ...(unused === null ? {} : { unused_quantity: unused }) };
}

/** The line's quantity, negative where a credit note prints it positive beside an amount that is booked negative. */
export function signedQuantity(quantity: string | null, amount: string | null): string | null {
  if (quantity === null || !isDecimalText(quantity) || decimal(quantity).lte(0)) return quantity;
  return isCredit(amount) ? `-${quantity}` : quantity;
}

function isCredit(amount: string | null): boolean {
  return amount !== null && decimal(amount).lt(0);
}

function isMeasured(quantity: Quantity | null): quantity is Quantity {
  const unit = quantity === null ? null : parseUnit(quantity.unit);
  return quantity !== null && unit !== null && isPhysical(unit) && !decimal(quantity.value).eq(0);
}

function isCounted(quantity: Quantity, line: QuantityLine, { catalog, settings }: QuantityTables): boolean {
  const category = catalog.category(line.category_key);
  if (category === undefined || !isDecimalText(quantity.value)) return false;
  const request = { ...line, quantity, amount: null };
  const { company_factor_id } = line;
  const { company_factors } = settings;
  const named = typeof company_factor_id === "string" ? company_factors?.by_id.get(company_factor_id) : undefined;
  // What a person chose decides in which unit the line counts.
  if (named !== undefined) return namedCompanyFactor(request, company_factors).kind === "quantity";
  if (automaticCompanyFactor(request, "quantity", company_factors).kind === "quantity") return true;
  if (countsOwnGeneration(category.key, quantity.unit)) return true;
  const choice = chooseActivityFactor(category, request, catalog, settings);
  // It counts once a person says in which country: until then the line waits with its quantity, and money does not stand in.
  if (choice.kind !== "match" && gridIsUnknown(category)) return isEnergyUnit(quantity.unit);
  if (choice.kind !== "no_class" || choice.life_cycle_key === undefined) return choice.kind === "match";
  // It counts once a person names the factor: until then the line waits with its quantity, and money does not stand in.
  const once = { ...request, factor_key: choice.life_cycle_key };
  return chooseActivityFactor(category, once, catalog, settings).kind === "match";
}

/** Energy, fuel, water, distance, nights and waste are named in texts by how much it was; elsewhere a text names the size of an article. */
const READ_IN_WORDS = /^(?:energy\.(?!fugitive)|transport\.|purchases\.water\.|waste\.operations\.)/;

/** A line that counts pieces of something has its sizes in its words; "1 piece" is what formats write of a whole line. */
function wordsOf(line: QuantityLine, tables: QuantityTables): { value: string; unit: Unit; words: string } | null {
  const category: EmissionCategory | undefined = tables.catalog.category(line.category_key);
  if (category === undefined || !READ_IN_WORDS.test(category.key)) return null;
  const counts = (unit: Unit) => isCounted({ value: "1", unit }, line, tables);
  const found = quantityInText(line.description, line.region, counts);
  if (found === null || !(leavesRoom(line.printed) || isOfNights(line.printed, found))) return null;
  if (found.is_negative && !isCredit(line.amount)) return null;
  return { ...found, value: isCredit(line.amount) ? `-${found.value}` : found.value };
}

/** Fuels are sold in packages of a size; of everything else a size tells an article. */
const SOLD_IN_PACKAGES = /^(?:energy\.stationary|transport\.own)\./;

function packedOf(line: QuantityLine, tables: QuantityTables) {
  if (!SOLD_IN_PACKAGES.test(line.category_key)) return null;
  const counts = (unit: Unit) => isCounted({ value: "1", unit }, line, tables);
  return packedQuantity(line.description, line.region, line.printed, counts);
}

/** Nights that are printed as so many pieces: "Hotelovernatning, 3 nætter", 3. */
function isOfNights(
  { value, unit }: QuantityLine["printed"],
  found: { readonly value: string; readonly unit: Unit },
): boolean {
  const known = unit === null ? null : parseUnit(unit);
  const isSame = value !== null && isDecimalText(value) && decimal(value).abs().eq(found.value);
  return found.unit === "room_night" && isSame && (known === null || known === "piece");
}

function leavesRoom({ value, unit }: QuantityLine["printed"]): boolean {
  if (value === null || !isDecimalText(value) || decimal(value).eq(0)) return true;
  const known = unit === null ? null : parseUnit(unit);
  return decimal(value).abs().eq(1) && (known === null || known === "piece");
}

import { decimal, decimalText, isDecimalText } from "../../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../../core/units.ts";
import { isGroup, markShownBy, parseAmount } from "../amounts.ts";
import type { DescribedLine } from "../lines.ts";
import type { Commodity, ParsedLine } from "../parsed-document.ts";
import { foldWords, isWorkOrGoods, namedCommodity, roleOf, saysConsumption } from "./commodity-words.ts";
import type { ItemProperty } from "./item-property.ts";
import { unitFor } from "./quantity-lines.ts";

/** "Forbrug kWh", "Consumption (kWh)", "Verbrauch in m3"; of a year or of another one it is no consumption of the line. */
const CONSUMPTION =
  /^(?:(?:total|samlet|aflæst|faktisk|actual|metered)\s+)?(?:(?:el|strøm|varme|fjernvarme|vand|gas|naturgas|strom|wärme|wasser|el-?|vatten|energi)?(?:forbrug(?:et)?|forbruk|förbrukning|verbrauch)|(?:(?:electricity|power|heat|gas|water|energy)\s+)?(?:consumption|usage)|energieverbrauch)(?:\s+(?:i alt|i perioden|in period|total))?(?<unit>.*)$/iu;
/** What the labels of appliances state as well. */
const OF_APPLIANCES = /^energ/iu;
const UNIT = /^[\s,]*(?:i|in)?\s*[([]?\s*(?<unit>[kMG]Wh|[GM]J|N?m[3³]|liter|l)?\s*[)\]]?\.?$/iu;
const VALUE = /^(?<number>[-−]?\d[\d.,'\s]*?)\s*(?<unit>\p{L}[\p{L}\d³]*)?$/u;

/** A quantity that a property states; null: it may be thousands or decimals. */
interface Consumption {
  readonly quantity: string | null;
  readonly unit: Unit;
  readonly words: string;
}

/**
 * The line of a supply with the consumption that a property of its item states, its unit in the property's name, its value or its code,
 * where the line has no quantity of its own but "1 piece". What may be thousands or decimals, or is stated in several ways, is asked about.
 */
export function withStatedConsumption(described: DescribedLine, properties: readonly ItemProperty[]): DescribedLine {
  const { line, hint } = described;
  if (properties.length === 0 || !hasRoom(line)) return described;
  const words = foldWords(`${line.description} ${hint}`);
  const isDelivery = ["energy", "weak_energy", "tariff", "tax"].includes(roleOf(foldWords(line.description)));
  if (!isDelivery || isWorkOrGoods(words)) return described;
  const stated = properties.flatMap((property) => consumptionIn(property, words) ?? []);
  const inEnergy = stated.filter(({ unit }) => convert("1", unit, "kWh") !== null);
  const [first, ...others] = inEnergy.length > 0 ? inEnergy : stated;
  if (first === undefined) return described;
  const isSame = ({ quantity, unit }: Consumption): boolean =>
    quantity !== null && first.quantity !== null && convert(quantity, unit, first.unit) === first.quantity;
  if (first.quantity === null || !others.every(isSame)) {
    const all = [first, ...others].map((one) => `"${one.words}"`).join(", ");
    const detail = `The line states ${all}: it is not certain how much that is. State the quantity.`;
    return { ...described, line: { ...line, doubt: line.doubt ?? { detail, is_category_open: false } } };
  }
  const { quantity, unit } = first;
  return {
    ...described,
    line: { ...line, quantity, unit },
    hint: [hint, first.words].filter((text) => text !== "").join(", "),
  };
}

/** Formats write "1 piece" of a whole line. */
function hasRoom({ quantity, unit }: ParsedLine): boolean {
  if (quantity === null || !isDecimalText(quantity) || decimal(quantity).eq(0)) return true;
  const known = unit === null ? null : parseUnit(unit);
  return decimal(quantity).abs().eq(1) && (known === null || known === "piece");
}

function consumptionIn({ name, value, unit: code, is_number }: ItemProperty, words: string): Consumption | null {
  const named = CONSUMPTION.exec(name.trim())?.groups?.["unit"];
  const inName = named === undefined ? null : UNIT.exec(named)?.groups;
  const parts = VALUE.exec(value.trim())?.groups;
  if (inName == null || parts === undefined) return null;
  const units = [inName["unit"], parts["unit"], code].flatMap((text) =>
    text === undefined ? [] : (parseUnit(text) ?? []),
  );
  const measured = new Set(units.filter((unit) => unit !== "piece"));
  const [unit] = measured;
  if (unit === undefined || measured.size > 1 || !isOfLine(name, unit, words)) return null;
  const quantity = numberOf(parts["number"] ?? "", is_number);
  return quantity === "0" ? null : { quantity, unit, words: `${name}: ${value}` };
}

/** Whether the words of the line are of a supply that is measured in this unit. */
function isOfLine(name: string, unit: Unit, words: string): boolean {
  const commodity: Commodity | null = namedCommodity(words);
  if (commodity !== null && unitFor(commodity, unit) === null) return false;
  return saysConsumption(words) || (commodity !== null && !OF_APPLIANCES.test(name));
}

/** Decimal text; null: its only mark may be of thousands or of decimals. */
function numberOf(printed: string, is_number: boolean): string | null {
  const number = printed.replace("−", "-").trim();
  if (is_number) return isDecimalText(number) ? decimalText(decimal(number)) : null;
  if (isGroup(number, ",") || isGroup(number, ".")) return null;
  return parseAmount(number, markShownBy(number) ?? ",");
}

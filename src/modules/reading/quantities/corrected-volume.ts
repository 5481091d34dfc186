import { FUEL_VALUE_ORIGINS, type FuelValueOrigin, type StatedFuelValue } from "../../../core/fuel-value.ts";
import { decimal, decimalText, isDecimalText } from "../../../core/quantity.ts";
import { ofCorrected, withFuelValues } from "./fuel-values.ts";

/** "Gasforbrug (korrigeret)": the volume at standard conditions; a corrected bill or reading is another thing. */
const CORRECTED =
  /(?<![\p{L}]|ikke |not |nicht )(?:korrigere(?:t|de)|corrected|korrigiert(?:e[rs]?)?|omregnet til Nm[3³])(?!\p{L}|\s+(?:regning|faktura|(?:års)?opgørelse|aflæsning|afregning|nota|bill|invoice|reading|statement|rechnung|abrechnung))/iu;
/** "Naturgas Nm3", not the "kWh/Nm3" of a heating value nor "m3 til Nm3" of a factor. */
const NORMAL_CUBIC_METRES =
  /(?<![\p{L}/]|(?:pr\.?|per|pro|til|to|in) )(?:Nm[3³]|normalkubikmeter|normkubikmeter)(?!\p{L}|\s*\/)/iu;

/**
 * That the cubic metres of a line of gas are those of the standard conditions already, so that its document's factor is no longer to be
 * applied; null: its words do not say so.
 */
export function correctedVolume(description: string, origin: FuelValueOrigin): StatedFuelValue | null {
  const words = CORRECTED.exec(description)?.[0] ?? NORMAL_CUBIC_METRES.exec(description)?.[0];
  return words === undefined ? null : asNormal(`"${words}", ${FUEL_VALUE_ORIGINS[origin]}`);
}

/** The fuel values that a line of a bill states, and what its words say of its volume; a member for its parsed form. */
export function lineFuelValues(
  values: readonly StatedFuelValue[],
  description: string,
): ReturnType<typeof withFuelValues> {
  return withFuelValues(ofCorrected(values, correctedVolume(description, "line")));
}

const VOLUME =
  /(?<![\d.,])(?<number>\d{1,3}(?:[. ]\d{3})+(?:,\d{1,3})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?|\d+(?:[.,]\d{1,3})?)\s*m[3³](?![\p{L}\d])/giu;

/** As `correctedVolume`, where the document prints a volume and a factor that make the quantity of the line: "2.098 m3 x 1,020 = 2.140 m3". */
export function multipliedVolume(
  quantity: string,
  texts: readonly string[],
  factors: readonly StatedFuelValue[],
): StatedFuelValue | null {
  const volumes = texts.flatMap((text) => [...text.slice(0, TEXT_MAX).matchAll(VOLUME)].flatMap(readingsOf));
  for (const { from_unit, to_unit, to_quantity, from_quantity, statement } of factors) {
    if (from_unit !== "m3" || to_unit !== "Nm3" || decimal(to_quantity).eq(from_quantity)) continue;
    const factor = decimal(to_quantity).div(from_quantity);
    const metered = volumes.find((volume) => isRounded(decimal(volume).times(factor), quantity) && volume !== quantity);
    if (metered !== undefined) return asNormal(`${metered} m3 by ${statement} make the ${quantity} m3 of the line`);
  }
  return null;
}

const TEXT_MAX = 400;

/** What a printed volume may be: a lone mark before three digits is of thousands or of decimals. */
function readingsOf({ groups = {} }: RegExpMatchArray): string[] {
  const printed = (groups["number"] ?? "").replaceAll(" ", "");
  const plain = printed.replaceAll(/[.,](?=\d{3}(?!\d))/g, "").replace(",", ".");
  const decimals = printed.replace(",", ".");
  return [...new Set([plain, decimals])]
    .filter((text) => isDecimalText(text))
    .map((text) => decimalText(decimal(text)));
}

/** Whether a product is the quantity but for its last digit. */
function isRounded(product: ReturnType<typeof decimal>, quantity: string): boolean {
  const places = quantity.split(".")[1]?.length ?? 0;
  return product
    .minus(quantity)
    .abs()
    .lte(decimal("0.6").div(10 ** places));
}

function asNormal(statement: string): StatedFuelValue {
  return { from_quantity: "1", from_unit: "m3", to_quantity: "1", to_unit: "Nm3", statement };
}

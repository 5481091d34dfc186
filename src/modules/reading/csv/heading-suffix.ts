import { parseUnit, type Unit } from "../../../core/units.ts";

const CURRENCY_SUFFIX = / (?:i )?([a-z]{3})$/;
/** Codes that tables name, ISO 4217 in small letters. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  "dkk eur usd gbp sek nok chf pln czk huf ron bgn isk jpy cny cad aud nzd inr try zar hkd sgd".split(" "),
);

/** Units that head a column of quantities, alone ("kWh") or behind what is measured ("forbrug kwh"). */
const HEADING_UNITS: ReadonlySet<Unit> = new Set(["kWh", "MWh", "GJ", "m3", "Nm3", "l", "km", "kg", "t", "tonne_km"]);

export interface HeadingSuffix {
  /** The heading without what stands behind it. */
  readonly name: string;
  /** ISO 4217 code that the heading names; null: none. */
  readonly currency: string | null;
  readonly unit: Unit | null;
}

/** Takes the currency or the unit off the end of a normalised heading: "beløb i dkk", "forbrug kwh", "kwh". */
export function headingSuffix(heading: string): HeadingSuffix {
  const code = CURRENCY_SUFFIX.exec(heading)?.[1];
  if (code !== undefined && CURRENCY_CODES.has(code)) {
    return { name: heading.replace(CURRENCY_SUFFIX, ""), currency: code.toUpperCase(), unit: null };
  }
  const words = heading.split(" ");
  const last = words.at(-1) ?? "";
  const unit = last.length < 2 ? null : parseUnit(last);
  if (unit === null || !HEADING_UNITS.has(unit)) return { name: heading, currency: null, unit: null };
  const name = words
    .slice(0, -1)
    .join(" ")
    .replace(/ (?:i|in)$/, "");
  return { name, currency: null, unit };
}

/** What units are called that documents write as codes of UN/ECE Rec 20: of one, and of any other number. Another is shown as it is. */
type Units = Readonly<Record<string, readonly [one: string, other: string]>>;

const same = (name: string): readonly [string, string] => [name, name];
const SYMBOLS = {
  KWH: same("kWh"),
  MWH: same("MWh"),
  GJ: same("GJ"),
  LTR: same("l"),
  KGM: same("kg"),
  TNE: same("t"),
  MTQ: same("m³"),
  MTK: same("m²"),
  MTR: same("m"),
  KMT: same("km"),
};
const [PIECE_DA, PIECE_EN] = [same("stk."), ["pc", "pcs"] as const];

export const UNIT_TEXTS = {
  da: {
    units: {
      ...SYMBOLS,
      C62: PIECE_DA,
      EA: PIECE_DA,
      H87: PIECE_DA,
      PCE: PIECE_DA,
      HUR: ["time", "timer"],
      DAY: ["dag", "dage"],
      MON: ["måned", "måneder"],
      ANN: ["år", "år"],
    } as Units,
  },
  en: {
    units: {
      ...SYMBOLS,
      C62: PIECE_EN,
      EA: PIECE_EN,
      H87: PIECE_EN,
      PCE: PIECE_EN,
      HUR: ["hour", "hours"],
      DAY: ["day", "days"],
      MON: ["month", "months"],
      ANN: ["year", "years"],
    } as Units,
  },
};

/** A unit as people read it, for a number of it; empty: the document names none. */
export function unitOf(unit: string | null, quantity: number, { units }: { readonly units: Units }): string {
  if (unit === null) return "";
  const names = units[unit.toUpperCase()];
  if (names === undefined) return unit;
  return quantity === 1 ? names[0] : names[1];
}

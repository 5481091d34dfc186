/** Weights of the eight digits of a Danish company number (CVR); the last one is the check digit (modulus 11). */
const WEIGHTS = [2, 7, 6, 5, 4, 3, 2, 1] as const;

/** A CVR number as eight digits, when its check digit is right; "DK" or "CVR" before it and blanks are left out. Else null. */
export function cvrOf(text: string): string | null {
  const digits = text
    .toUpperCase()
    .replace(/^\s*(?:DK|CVR)[\s.:-]*/, "")
    .replaceAll(/[\s.-]/g, "");
  if (!/^[1-9]\d{7}$/.test(digits)) return null;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 11 === 0 ? digits : null;
}

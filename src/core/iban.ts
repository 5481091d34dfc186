/** Longest IBAN that ISO 13616 allows. */
const LENGTH_MAX = 34;

/** An IBAN without blanks in capitals, when its check digits are right (ISO 13616, ISO 7064 MOD 97-10); else null. */
export function ibanOf(text: string): string | null {
  const compact = text.toUpperCase().replaceAll(/[\s-]/g, "");
  if (compact.length > LENGTH_MAX || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,}$/.test(compact)) return null;
  let rest = 0;
  for (const character of `${compact.slice(4)}${compact.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 ? compact : null;
}

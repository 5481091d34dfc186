// What the readers of electronic invoices share: an element's text, and codes of units (UN/ECE recommendation 20).
export const UNIT_CODES = {
  KWH: { unit: "kWh", times: "1" },
  MWH: { unit: "kWh", times: "1000" },
  NM3: { unit: "Nm3", times: "1" },
  KGM: { unit: "kg", times: "1" },
  LTR: { unit: "l", times: "1" },
};

/** First text of an element, whatever its prefix; undefined where it is not there. */
export function textOf(xml, name) {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml)?.[1]?.trim();
}

export function blockOf(xml, name) {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`).exec(xml)?.[1];
}

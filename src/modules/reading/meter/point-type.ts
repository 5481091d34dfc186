/**
 * What a metering point measures, by the codes of the Danish DataHub: `consumption` is the metering point of a supply (E17),
 * `from_grid` what was taken from the grid beside own generation (D07), `part` what is contained in another one's consumption or
 * said by no code, `production` what was generated or delivered.
 */
export type PointRole = "consumption" | "from_grid" | "part" | "production";

const PRODUCTION: ReadonlySet<string> = new Set(["E18", "D01", "D04", "D05", "D06", "D09", "D11", "D18"]);
const PRODUCTION_WORDS = /produ[ck]|generat|leveret|delivered|udveksling|exchange/i;

/** `code` and `name` as the export writes them; without both it lists metering points of consumption. */
export function pointRole(code: string, name: string): PointRole {
  const key = code.toUpperCase();
  if (PRODUCTION.has(key) || PRODUCTION_WORDS.test(name)) return "production";
  if (key === "E17" || (key === "" && (name === "" || /^(?:forbrug|consumption)/i.test(name)))) return "consumption";
  return key === "D07" || (key === "" && /fra net|from (?:the )?grid/i.test(name)) ? "from_grid" : "part";
}

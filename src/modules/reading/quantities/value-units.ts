/** UN/ECE Recommendation 20, codes of energy or mass per volume or mass, as they are written on bills. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["KWN", "kWh/Nm3"],
  ["KWS", "kWh/Sm3"],
  ["E46", "kWh/m3"],
  ["JM", "MJ/m3"],
  ["JK", "MJ/kg"],
  ["KMQ", "kg/m3"],
  ["B35", "kg/l"],
]);

/** The unit of a code as a bill prints it; another text as it stands. */
export function writtenUnit(code: string): string {
  return WRITTEN.get(code.trim().toUpperCase()) ?? code.trim();
}

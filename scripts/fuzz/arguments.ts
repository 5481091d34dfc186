import type { Schema } from "./contract.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import type { Random } from "./random.ts";
import { validValue } from "./values.ts";

/** What the schemas cannot say: moments in order, no waiting, names of tables that ship with the service. */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  from: ["2024-01-01", "2025-06-01T00:00:00Z", "2026-01-01T00:00:00+02:00", "1999-12-31T23:59:59.999999Z"],
  to: ["2026-12-31", "2026-06-30T12:00:00.5Z", "2199-12-31"],
  wait_seconds: [0],
  region: ["DK", "GLO", "gb"],
  datapoint: ["Turnover", "AddressOfSite", "HasGovernanceBody", "NaceSectorClassificationCodes", "E1CarbonPrice"],
};

/** Lists whose ids an argument of this name takes. */
const LIST_OF: Readonly<Record<string, string>> = {
  department_id: "departments",
  parent_id: "departments",
  data_source_id: "data-sources",
};

/** A value for one argument that the operation should take. `list` is where ids of its own records come from. */
export function argumentValue(
  random: Random,
  target: FuzzTarget,
  argument: { name: string; schema: Schema; example: unknown; list: string },
): unknown {
  const { name, schema, example, list } = argument;
  const fixed = BY_NAME[name];
  if (fixed !== undefined) return random.pick(fixed);
  const ids = target.own_ids[name === "id" ? list : (LIST_OF[name] ?? "")] ?? [];
  const isId = isRecordId(name, schema);
  if (isId && ids.length > 0) return random.pick(ids);
  if (/_(on|at|date)$/.test(name) && schema["format"] === undefined) return random.pick(["2026-01-01", "2026-06-30"]);
  return validValue(random, schema, example);
}

/** Whether an argument names a record, so that only an id that exists will do. */
export function isRecordId(name: string, schema: Schema): boolean {
  return schema["format"] === "uuid" || name === "id" || name.endsWith("_id");
}

/** Whether this value is an id of the keys' own company, in any of its lists. */
export function isOwnId({ own_ids }: FuzzTarget, value: unknown): boolean {
  return Object.values(own_ids).some((ids) => ids.some((id) => id === value));
}

/** Where the ids of a path's records are listed: its first part, except for uploads. */
export function listOfPath(path: string): string {
  return path.startsWith("/activities/bulk") ? "uploads" : (path.split("/")[1] ?? "");
}

/** The same for a tool, by its name. */
export function listOfTool(name: string): string {
  if (name.includes("factor_citations")) return "emission-factors";
  return name.includes("emission") ? "emissions" : "";
}

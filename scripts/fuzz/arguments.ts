import type { Schema } from "./contract.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import type { Random } from "./random.ts";
import { validValue } from "./values.ts";

/** What the schemas cannot say: moments in order, no waiting, names of tables that ship with the service. */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  from: ["2024-01-01", "2025-06-01T00:00:00Z", "2026-01-01T00:00:00+02:00", "1999-12-31T23:59:59.999999Z"],
  to: ["2026-12-31", "2026-06-30T12:00:00.5Z", "2199-12-31"],
  used_from: ["2024-01-01", "2025-06-30"],
  used_to: ["2025-12-31", "2026-06-30"],
  from_year: [1999, 2015],
  to_year: [2024, 2026],
  wait_seconds: [0],
  region: ["DK", "GLO", "gb"],
  source: ["DESNZ", "FIGARO", "Ember"],
  // Which ones there are depends on the standard: named only together with it.
  section: [undefined],
  // It names a metering point, company number or the like that a document has stated.
  identifier: [undefined],
  // It names a supplier of the ledger's rows.
  supplier: [undefined],
  // It names somebody who did something in the company.
  actor: [undefined],
  // A code of two letters that is a country's.
  market: ["DK", "DE"],
  datapoint: ["Turnover", "AddressOfSite", "HasGovernanceBody", "NaceSectorClassificationCodes", "E1CarbonPrice"],
};

/** Pools whose records an optional argument of this name takes. */
const POOL_OF: Readonly<Record<string, string>> = {
  department_id: "$department_id",
  data_source_id: "$data_source_id",
  factor_id: "$factor_id",
  supplier_id: "$supplier_id",
  target_id: "$target_id",
  scenario_id: "$scenario_id",
  webhook_id: "$webhook_id",
  report_id: "$report_id",
  activity_id: "$activity_id",
  subject: "$subject",
};

/** Categories at several levels of the tree, as the shipped table has them. */
const CATEGORIES = ["energy", "energy.stationary", "transport", "purchases.goods.office_supplies"];

/**
 * A value for one argument that the operation should take; undefined where the argument must name a record and none is
 * known, so that it is better left out.
 */
export function argumentValue(
  random: Random,
  target: FuzzTarget,
  argument: { name: string; schema: Schema; example: unknown },
): unknown {
  const { name, schema, example } = argument;
  const fixed = BY_NAME[name];
  if (fixed !== undefined) return random.pick(fixed);
  // It names a financial year: which ones end when depends on the company and on the year beside it.
  if (name === "period_end") return example;
  if (name === "category_id" || name === "category") return example ?? random.pick(CATEGORIES);
  if (isRecordId(name, schema)) {
    return Object.values(target.records.take(random, POOL_OF[name] ?? "", "") ?? {})[0];
  }
  if (/_(on|at|date)$/.test(name) && schema["format"] === undefined) return random.pick(["2026-01-01", "2026-06-30"]);
  return validValue(random, schema, example);
}

/** Whether an argument names a record, so that only an id that exists will do. */
export function isRecordId(name: string, schema: Schema): boolean {
  return schema["format"] === "uuid" || name === "id" || name === "subject" || name.endsWith("_id");
}

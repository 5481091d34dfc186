import type { Client } from "pg";
import { z } from "zod";
import type { RecordedQuery } from "./recorded-query.ts";

const explained = z.tuple([z.object({ "Planning Time": z.number(), "Execution Time": z.number() })]);

export interface DatabaseTime {
  /** Planning and execution with a plan made for these parameters. */
  readonly custom_ms: number;
  /** Execution with the plan that a named statement may settle on after five runs; it is planned once per connection. */
  readonly generic_ms: number;
}

const RUNS = 5;

/** Time in the database of a recorded statement as carbon_app, with row-level security; medians of five warm runs. */
export async function databaseTime(admin: Client, query: RecordedQuery): Promise<DatabaseTime> {
  const [tenant, environment, ...rest] = query.values;
  const literals = [tenant, environment, ...rest].map((value) => literal(admin, value));
  await admin.query("begin read only");
  try {
    await admin.query(`set local role carbon_app; set local jit = off; set local app.tenant = ${literals[0]};
      set local app.environment = ${literals[1]}`);
    await admin.query(`prepare measured as ${query.text}`);
    const execute = `explain (analyze, timing off, format json) execute measured (${literals.join(", ")})`;
    return {
      custom_ms: await medianOf(admin, "force_custom_plan", execute),
      generic_ms: await medianOf(admin, "force_generic_plan", execute),
    };
  } finally {
    await admin.query("rollback");
    await admin.query("deallocate all");
  }
}

async function medianOf(admin: Client, mode: string, execute: string): Promise<number> {
  await admin.query(`set local plan_cache_mode = ${mode}`);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { rows } = await admin.query<{ "QUERY PLAN": unknown }>(execute);
    const [plan] = explained.parse(rows[0]?.["QUERY PLAN"]);
    times.push(plan["Planning Time"] + plan["Execution Time"]);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(RUNS / 2)] ?? Number.NaN;
}

function literal(admin: Client, value: RecordedQuery["values"][number] | undefined): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return admin.escapeLiteral(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const parts = value instanceof Uint8Array ? null : value;
  if (parts === null) throw new Error("no measured statement has bytes as a parameter");
  return admin.escapeLiteral(`{${parts.map((part) => (part === null ? "null" : `"${String(part)}"`)).join(",")}}`);
}

import { expect } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import type { ScenarioRecord } from "../../src/modules/scenarios/scenario.ts";
import type { TestApp, TestKey } from "./app.ts";
import { consultant, consultantKey, grant } from "./consultants.ts";
import { calculatedEntry, ledgerLine, record } from "./ledger.ts";
import { toolCall } from "./tool-call.ts";

/** Whoever works on a company's scenarios: the company itself, or a consultant who names it with each call. */
export interface Planner {
  readonly app: TestApp;
  readonly tenant: TenantIdentity;
  readonly key: TestKey;
  readonly headers: Readonly<Record<string, string>>;
}

export const PLAN = { name: "Fossil-free workshop", base_year: 2025, target_year: 2028 };
const VANS = { name: "Electric vans", start_year: 2026, category_id: "transport.own", reduction_pct: 50 };

export async function ownPlanner(app: TestApp, tenant: TenantIdentity): Promise<Planner> {
  return { app, tenant, key: await app.key(tenant), headers: {} };
}

/** A consultant of an organisation of its own, with a grant of the company for everything. */
export async function consultantFor(app: TestApp, tenant: TenantIdentity): Promise<Planner> {
  const id = await consultant(app.db);
  await grant(app.db, tenant, id);
  return { app, tenant, key: await consultantKey(app.db, id), headers: { "x-svc-tenant": tenant.id } };
}

/** A call below /scenarios. */
export async function send(as: Planner, method: string, path: string, body?: unknown) {
  const answer = await as.app.as(as.key, `/api/v1/scenarios${path}`, {
    method,
    headers: { "content-type": "application/json", ...as.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = JSON.parse(answer.text);
  return { status: answer.status, json, text: answer.text };
}

export async function create(as: Planner, given: Record<string, unknown> = {}): Promise<ScenarioRecord> {
  const answer = await send(as, "POST", "", { ...PLAN, ...given });
  expect(answer.status, answer.text).toBe(201);
  // The answer to a created scenario is its record.
  return answer.json as ScenarioRecord;
}

export const get = async (as: Planner, id: string) => (await send(as, "GET", `/${id}`)).json as ScenarioRecord;

/** Adds electric vans from 2026 on, unless said otherwise. */
export const add = (as: Planner, id: string, given: Record<string, unknown> = {}) =>
  send(as, "POST", `/${id}/tiltag`, { ...VANS, ...given });

/** An entry in the company's ledger for the base year of a plan. */
export async function book({ app, tenant }: Planner, date: string, category_key: string, market_based_kg: string) {
  const entry = calculatedEntry({ category_key, market_based_kg, location_based_kg: market_based_kg });
  await record(app.db.context(tenant), [ledgerLine(1, { date, entries: [entry] })]);
}

const AUDIT = statement(`
  select action, actor from audit_events
  where tenant_id = $1 and environment = $2 and (action like 'scenario.%' or action like 'tiltag.%')
  order by seq limit 50`);

/** What the company's audit log holds on scenarios: action and kind of actor, oldest first. */
export async function audited({ app, tenant }: Planner) {
  const rows = await app.db.context(tenant).db.rows<{ action: string; actor: string }>(AUDIT);
  return rows.map(({ action, actor }) => [action, actor.split(":")[0]]);
}

/** The text of a tool's answer at the assistant endpoint. */
export async function callTool(as: Planner, name: string, args: unknown): Promise<string> {
  const call = toolCall(name, args);
  return (await as.app.as(as.key, "/api/mcp", { ...call, headers: { ...call.headers, ...as.headers } })).text;
}

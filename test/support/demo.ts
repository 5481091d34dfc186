import { Client } from "pg";
import type { Environment, Principal, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { createCategoryRule } from "../../src/modules/categorization/create-category-rule.ts";
import { createDepartment } from "../../src/modules/departments/create-department.ts";
import { addTiltag } from "../../src/modules/scenarios/add-tiltag.ts";
import { createScenarioDraft } from "../../src/modules/scenarios/create-scenario-draft.ts";
import { submitScenarioForReview } from "../../src/modules/scenarios/submit-scenario-for-review.ts";
import { setNoneAnswer } from "../../src/modules/emissions/set-none-answer.ts";
import { createTarget } from "../../src/modules/targets/create-target.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testApp, type TestApp, type TestAppOptions, type TestKey } from "./app.ts";
import { consultant, consultantKey, grant } from "./consultants.ts";
import { registerSources } from "./demo-supplier-register.ts";
import { supplierSources } from "./demo-suppliers.ts";
import { reportSources } from "./demo-reports.ts";
import { fileSources, statementSource, templateSource } from "./demo-files.ts";
import { changedActivity, reviewSources } from "./demo-review.ts";
import { dataSourceSource } from "./demo-data-sources.ts";
import { webhookSources } from "./demo-webhooks.ts";
import { DEMO_NOW, DEMO_SANDBOX, DEMO_TENANT, demoTemplate, OTHER_TENANT } from "./demo-template.ts";

let noneAnswers = 0;

export type DemoInput = Readonly<Record<string, unknown>>;

/** The service over a database of its own that holds the ingested demo company. */
export interface Demo {
  readonly app: TestApp;
  /** The demo company with all its documents, live. */
  readonly tenant: TenantIdentity;
  /** The same company's sandbox, with a few documents. */
  readonly sandbox: TenantIdentity;
  /** Another company, with a few documents. */
  readonly other: TenantIdentity;
  /** As the owner of the database, across tenants. */
  readonly owner: Client;
  /**
   * Id of a record of the tenant for a placeholder such as "$entry_id": one that no earlier call was given, where records
   * can be used up.
   */
  id(placeholder: string, tenant?: TenantIdentity): Promise<string>;
  /** A consultant that goes with a key, the same one for the same key; holds a few grants in the key's environment. */
  consultantOf(key: TestKey): Promise<DemoConsultant>;
  /** The operation's example with the placeholders replaced. */
  example(operation: Operation, tenant?: TenantIdentity): Promise<DemoInput>;
  close(): Promise<void>;
}

/** A consultant with a key. */
export interface DemoConsultant {
  readonly key: TestKey;
  /** Gives it one more grant, of a new company. */
  grant(): Promise<unknown>;
}

type IdSource = (tenant: TenantIdentity) => Promise<string>;

/** Names of the input members that stand for a record of the tenant. */
export function placeholdersOf(operation: Operation): string[] {
  return Object.entries(operation.example.input)
    .filter(([, value]) => typeof value === "string" && value.startsWith("$"))
    .map(([name]) => name);
}

/** A clone of the run's demo template behind the HTTP layer; the first call of a run ingests the documents. */
export async function demoTenant(options: Omit<TestAppOptions, "clone_of"> = {}): Promise<Demo> {
  const app = await testApp({ ...options, clone_of: await demoTemplate() });
  app.db.clock.set(DEMO_NOW);
  const owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
  const sources = idSources(app, owner);
  const id = (placeholder: string, tenant: TenantIdentity = DEMO_TENANT): Promise<string> => {
    const source = sources.get(placeholder);
    if (source === undefined) throw new Error(`the demo has no record for ${placeholder}`);
    return source(tenant);
  };
  return {
    app,
    tenant: DEMO_TENANT,
    sandbox: DEMO_SANDBOX,
    other: OTHER_TENANT,
    owner,
    id,
    consultantOf: consultantSource(app),
    async example(operation, tenant) {
      const names = placeholdersOf(operation);
      const ids: Record<string, string> = {};
      for (const name of names) ids[name] = await id(String(operation.example.input[name]), tenant);
      return { ...operation.example.input, ...ids };
    },
    async close() {
      await owner.end();
      await app.close();
    },
  };
}

const ENTRIES = `
  select id from emission_entries e where tenant_id = $1 and environment = $2 and not exists (
    select from emission_entries s where s.tenant_id = e.tenant_id and s.environment = e.environment
      and s.supersedes_entry_id = e.id)
  order by created_at, id limit 500`;

/** Lines with an amount that are counted: they can be read another way and be left out. */
const ACTIVITIES = `
  select a.id from activities a join activity_splits s on s.tenant_id = a.tenant_id and s.environment = a.environment
    and s.activity_id = a.id and s.status = 'classified'
  where a.tenant_id = $1 and a.environment = $2 and a.amount > 0 and a.line_kind = 'line'
  order by a.created_at, a.id limit 500`;

const UPLOADS = `
  select id from upload_batches where tenant_id = $1 and environment = $2 order by created_at, id limit 500`;

/** A consultant who works for every company here. */
const CONSULTANT: Partial<Principal> = {
  kind: "consultant_key",
  actor: "consultant_key:0198c0de-0000-7000-8000-0000000000c1",
  consultant: {
    id: "0198c0de-0000-7000-8000-0000000000c0",
    name: "Klimarådgiverne ApS",
    key_name: "test",
    key_expires_at: null,
    grant_id: "0198c0de-0000-7000-8000-0000000000c2",
  },
};

function idSources(app: TestApp, owner: Client): ReadonlyMap<string, IdSource> {
  const made = async (operation: Operation, input: DemoInput, tenant: TenantIdentity): Promise<string> => {
    // Each of the operations below answers with the record that it made.
    const record = (await invoke(operation, app.db.context(tenant), input)) as { readonly id: string };
    return record.id;
  };
  const asConsultant = async (operation: Operation, input: DemoInput, tenant: TenantIdentity): Promise<string> => {
    const record = await invoke(operation, app.db.context(tenant, SCOPES, { principal: CONSULTANT }), input);
    return (record as { readonly id: string }).id;
  };
  const scenario = async (tenant: TenantIdentity): Promise<string> => {
    const scenario_id = await made(createScenarioDraft, createScenarioDraft.example.input, tenant);
    await made(addTiltag, { ...addTiltag.example.input, scenario_id }, tenant);
    return scenario_id;
  };
  const draft = (tenant: TenantIdentity) =>
    asConsultant(createScenarioDraft, createScenarioDraft.example.input, tenant);
  const pending = async (tenant: TenantIdentity) =>
    asConsultant(submitScenarioForReview, { scenario_id: await draft(tenant) }, tenant);
  return new Map<string, IdSource>([
    ["$entry_id", stored(owner, ENTRIES, "again")],
    ["$activity_id", stored(owner, ACTIVITIES, "once")],
    ["$changed_activity_id", changedActivity(app.db)],
    ["$upload_id", stored(owner, UPLOADS, "again")],
    ["$api_key_id", async (tenant) => (await app.key(tenant)).id],
    ...supplierSources(app),
    ...registerSources(app.db),
    dataSourceSource(app),
    ...webhookSources(app),
    ...reportSources(app.db),
    ...reviewSources(app.db),
    ...fileSources(app.db),
    statementSource(app.db),
    templateSource(app.db),
    ["$department_id", (tenant) => made(createDepartment, { name: "Snedkeri" }, tenant)],
    // With a base of its own: not every company here has emissions in the example's base year.
    [
      "$target_id",
      (tenant) => made(createTarget, { ...createTarget.example.input, baseline_emissions: 48_000 }, tenant),
    ],
    // Each is another answer: the same one again is no new version. Years before 2011 are none once financial years were stated.
    [
      "$none_answer_id",
      (tenant) => {
        noneAnswers += 1;
        const place = { report_year: 2012 + Math.floor(noneAnswers / 15), scope3_category: 1 + (noneAnswers % 15) };
        return made(setNoneAnswer, { ...setNoneAnswer.example.input, ...place }, tenant);
      },
    ],
    [
      "$intensity_target_id",
      (tenant) => {
        const intensity = { target_type: "intensity", intensity_metric: "DKK million revenue" };
        const terms = { ...createTarget.example.input, ...intensity, baseline_emissions: 4_200 };
        return made(createTarget, terms, tenant);
      },
    ],
    ["$scenario_id", scenario],
    [
      "$tiltag_id",
      async (tenant) =>
        made(
          addTiltag,
          {
            ...addTiltag.example.input,
            scenario_id: await made(createScenarioDraft, createScenarioDraft.example.input, tenant),
          },
          tenant,
        ),
    ],
    ["$draft_scenario_id", draft],
    ["$pending_scenario_id", pending],
    [
      "$category_rule_id",
      (tenant) => made(createCategoryRule, { ...createCategoryRule.example.input, gl_account: "7100" }, tenant),
    ],
  ]);
}

function consultantSource(app: TestApp): (key: TestKey) => Promise<DemoConsultant> {
  const made = new Map<string, Promise<DemoConsultant>>();
  const make = async (name: string, environment: Environment): Promise<DemoConsultant> => {
    const id = await consultant(app.db, name);
    const key = await consultantKey(app.db, id, { environment });
    const give = async () => grant(app.db, await app.db.tenant({ environment }), id);
    for (let count = 0; count < 4; count += 1) await give();
    return { key, grant: give };
  };
  return async (key) => {
    const known = made.get(key.id) ?? make(`Consultant ${key.id}`, key.key.startsWith("qk_live_") ? "live" : "sandbox");
    made.set(key.id, known);
    return await known;
  };
}

/** Records that lie there: each in turn, from the start again where a use leaves them as they are. */
function stored(owner: Client, sql: string, use: "once" | "again"): IdSource {
  const taken = new Map<string, number>();
  return async ({ id, environment }) => {
    const { rows } = await owner.query<{ id: string }>(sql, [id, environment]);
    const turn = taken.get(id + environment) ?? 0;
    taken.set(id + environment, turn + 1);
    const row = rows[use === "again" ? turn % rows.length : turn];
    if (row === undefined) throw new Error("the demo has no such record left");
    return row.id;
  };
}

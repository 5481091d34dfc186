import { randomBytes } from "node:crypto";
import type { Environment, TenantIdentity } from "../../src/core/context.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import {
  type ConsultantAdmin,
  createConsultant,
  createGrant,
  type GrantRecord,
  mintConsultantKey,
} from "../../src/modules/consultants/index.ts";
import type { TestApp, TestKey } from "./app.ts";
import type { TestDatabase } from "./database.ts";
import type { Answer, Call } from "./http-client.ts";

const OPERATOR = { kind: "operator", actor: "operator", credential_id: null } as const;

/** An operator, as the commands act. */
export function consultantAdmin(db: TestDatabase): ConsultantAdmin & { randomBytes: typeof randomBytes } {
  const principal = { ...OPERATOR, scopes: new Set(SCOPES) };
  return { system: db.database.system, clock: db.clock, newId: newIdOf(db), principal, randomBytes };
}

/** Id of a new consultant organisation. */
export async function consultant(db: TestDatabase, name = "Klima & Co"): Promise<string> {
  return (await createConsultant(consultantAdmin(db), { name })).id;
}

/** A key of the organisation with every scope, live, unless said otherwise. */
export async function consultantKey(
  db: TestDatabase,
  consultant_id: string,
  request: Partial<Parameters<typeof mintConsultantKey>[1]> = {},
): Promise<TestKey> {
  const environment: Environment = request.environment ?? "live";
  const wanted = { consultant_id, name: "desk", scopes: SCOPES, ...request, environment };
  return await mintConsultantKey(consultantAdmin(db), wanted);
}

/** A grant of the tenant with every scope, from now on, unless said otherwise. */
export async function grant(
  db: TestDatabase,
  tenant: TenantIdentity,
  consultant_id: string,
  request: Partial<Parameters<typeof createGrant>[1]> = {},
): Promise<GrantRecord> {
  const ctx = db.context(tenant, SCOPES, { principal: OPERATOR });
  return await createGrant(ctx, { id: newIdOf(db)(), consultant_id, scopes: SCOPES, ...request });
}

/** A call with a consultant's key that names a client, or none. */
export async function callForClient(
  app: TestApp,
  path: string,
  { caller, client, ...call }: Call & { readonly caller: TestKey; readonly client: string | null },
): Promise<Answer> {
  const named = client === null ? {} : { "x-svc-tenant": client };
  return await app.as(caller, path, { ...call, headers: { ...named, ...call.headers } });
}

function newIdOf(db: TestDatabase): () => string {
  // The source of ids is the same for every context of the database.
  return db.context({
    id: "0198c0de-0000-7000-8000-000000000000",
    name: "",
    country: "DK",
    plan: "starter",
    environment: "live",
  }).newId;
}

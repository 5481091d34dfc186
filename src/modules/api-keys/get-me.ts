import { z } from "zod";
import type { Context, Environment } from "../../core/context.ts";
import { defineOperation } from "../../core/operation.ts";
import { FEATURES, PLAN_NAMES, PLANS } from "../../core/plans.ts";
import { RATE_LIMITS } from "../../core/rate-limits.ts";
import { SCOPES } from "../../core/scopes.ts";
import { selectKey } from "./store.ts";

const nullableText = z.union([z.string(), z.null()]);

const me = z.object({
  id: nullableText,
  kind: z.enum(["tenant_key", "consultant_key", "oauth", "operator", "person"]),
  name: nullableText,
  environment: z.enum(["live", "sandbox"]),
  scopes: z.array(z.enum(SCOPES)),
  expires_at: z.union([z.iso.datetime(), z.null()]),
  tenant: z
    .union([z.object({ id: z.uuid(), name: z.string(), country: z.string(), plan: z.enum(PLAN_NAMES) }), z.null()])
    .describe("The company; null for a consultant key without X-Svc-Tenant"),
  consultant: z
    .union([z.object({ id: z.uuid(), name: z.string(), grant_id: z.union([z.uuid(), z.null()]) }), z.null()])
    .describe("The organisation of a consultant key, and the grant by which it acts for the company"),
  features: z.array(z.enum(FEATURES)),
  rate_limits: z.object({ read_per_minute: z.int(), write_per_minute: z.int() }),
});

export const getMe = defineOperation({
  name: "get_me",
  title: "What this credential is and may do",
  description:
    "The calling credential: its scopes, environment and expiry, the company it belongs to with its plan and plan " +
    "features, and its requests per minute. A consultant key with X-Svc-Tenant sees what it may do for that client. Use it to find out why a call was refused. Needs no scope.",
  layer: null,
  scope: null,
  access: "read",
  input: z.object({}),
  output: me,
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/me" },
  tool: false,
  callers: "any",
  client: "optional",
  example: {
    input: {},
    output: {
      id: "0198c0de-0000-7000-8000-000000000010",
      kind: "tenant_key",
      name: "ERP export",
      environment: "live",
      scopes: ["emissions:read"],
      expires_at: null,
      tenant: {
        id: "0198c0de-0000-7000-8000-000000000001",
        name: "Nordlys Møbler ApS",
        country: "DK",
        plan: "enterprise",
      },
      consultant: null,
      features: ["fullApiAccess", "supplyChain", "scenarioBuilder"],
      rate_limits: rateLimits("live"),
    },
  },
  run: describeCredential,
});

async function describeCredential(ctx: Context): Promise<z.input<typeof me>> {
  const { principal, tenant } = ctx;
  const isKey = principal.kind === "tenant_key" && principal.credential_id !== null;
  const { consultant } = principal;
  const hasTenant = consultant === undefined || consultant.grant_id !== null;
  const key = isKey ? await selectKey(ctx.db, principal.credential_id, ctx.clock.now().toISOString()) : undefined;
  return {
    id: principal.credential_id,
    kind: principal.kind,
    name: key?.name ?? consultant?.key_name ?? null,
    environment: tenant.environment,
    scopes: SCOPES.filter((scope) => principal.scopes.has(scope)),
    expires_at: key?.expires_at ?? consultant?.key_expires_at ?? null,
    tenant: hasTenant ? { id: tenant.id, name: tenant.name, country: tenant.country, plan: tenant.plan } : null,
    consultant:
      consultant === undefined ? null : { id: consultant.id, name: consultant.name, grant_id: consultant.grant_id },
    features: hasTenant ? [...PLANS[tenant.plan].features] : [],
    rate_limits: rateLimits(tenant.environment),
  };
}

function rateLimits(environment: Environment): z.input<typeof me>["rate_limits"] {
  const { read, write } = RATE_LIMITS[environment];
  return { read_per_minute: read, write_per_minute: write };
}

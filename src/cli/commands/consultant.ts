import { randomBytes } from "node:crypto";
import { type Context, ENVIRONMENTS, type Environment } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import {
  type ConsultantAdmin,
  createConsultant,
  createGrant,
  endGrant,
  findConsultant,
  type GrantRecord,
  type GrantRequest,
  mintConsultantKey,
  revokeConsultantKey,
  selectGrantHolders,
} from "../../modules/consultants/index.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, oneOf, optional, required } from "../command.ts";
import { scopesOf } from "./key.ts";

export const consultantCreate: Command = {
  name: "consultant create",
  mode: "setup",
  usage: "--name <name>",
  summary: "Creates a consultant organisation, which works for companies by their grants",
  options: { name: { type: "string" } },
  async run(service, args) {
    const consultant = await createConsultant(adminOf(service), { name: required(args, "name") });
    return { json: consultant, lines: [`Consultant ${consultant.name} created: ${consultant.id}`] };
  },
};

export const consultantKeyCreate: Command = {
  name: "consultant key-create",
  usage:
    "--consultant <id or name> [--name <name>] [--environment live|sandbox] [--scopes a,b|all] [--expires-at <ISO time>]",
  summary: "Creates a consultant's key and prints it once",
  options: {
    consultant: { type: "string" },
    name: { type: "string" },
    environment: { type: "string" },
    scopes: { type: "string" },
    "expires-at": { type: "string" },
  },
  async run(service, args) {
    const consultant = await findConsultant(service.database.system, required(args, "consultant"));
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const key = await mintConsultantKey(
      { ...adminOf(service), randomBytes },
      {
        consultant_id: consultant.id,
        environment,
        name: optional(args, "name") ?? consultant.name.slice(0, 120),
        scopes: scopesOf(optional(args, "scopes") ?? "all"),
        expires_at: optional(args, "expires-at") ?? undefined,
      },
    );
    return { json: key, lines: [`${key.name} (${environment}), shown only now:`, key.key] };
  },
};

export const consultantKeyRevoke: Command = {
  name: "consultant key-revoke",
  usage: "--id <key id>",
  summary: "Ends a consultant's key at once, in every process",
  options: { id: { type: "string" } },
  async run(service, args) {
    const key = await revokeConsultantKey(adminOf(service), required(args, "id"));
    return { json: key, lines: [`Key ${key.id} is revoked`] };
  },
};

export const grantCreate: Command = {
  name: "grant create",
  usage:
    "--consultant <id or name> --tenant <id or name> [--scopes a,b|all] [--environment live|sandbox] " +
    "[--valid-from <ISO time>] [--valid-to <ISO time>]",
  summary: "Lets a consultant act for a company, in both environments unless one is given",
  options: {
    consultant: { type: "string" },
    tenant: { type: "string" },
    scopes: { type: "string" },
    environment: { type: "string" },
    "valid-from": { type: "string" },
    "valid-to": { type: "string" },
  },
  async run(service, args) {
    const consultant = await findConsultant(service.database.system, required(args, "consultant"));
    const request = {
      id: service.newId(),
      consultant_id: consultant.id,
      scopes: scopesOf(optional(args, "scopes") ?? "all"),
      valid_from: optional(args, "valid-from") ?? undefined,
      valid_to: optional(args, "valid-to") ?? undefined,
    };
    const contexts: Context[] = [];
    for (const environment of environmentsOf(args)) {
      contexts.push(await service.operatorContext(required(args, "tenant"), environment, "operator"));
    }
    const grants = await grantInAll(contexts, request);
    return {
      json: { id: request.id, grants },
      lines: [`Grant ${request.id}: ${consultant.name} may act for ${grants[0]?.tenant_id ?? ""}`],
    };
  },
};

export const grantEnd: Command = {
  name: "grant end",
  usage: "--id <grant id>",
  summary: "Ends a grant at once, in every environment it is for",
  options: { id: { type: "string" } },
  async run(service, args) {
    const id = required(args, "id");
    const holders = isUuid(id) ? await selectGrantHolders(service.database.system, id) : [];
    if (holders.length === 0) throw notFound("grant");
    const grants: GrantRecord[] = [];
    for (const { tenant_id, environment } of holders) {
      grants.push(await endGrant(await service.operatorContext(tenant_id, environment, "operator"), id));
    }
    return { json: { id, grants }, lines: [`Grant ${id} has ended`] };
  },
};

/** Each environment has its own transaction: when one refuses, what the others gave is taken back. */
async function grantInAll(contexts: readonly Context[], request: GrantRequest): Promise<GrantRecord[]> {
  const grants: GrantRecord[] = [];
  try {
    for (const ctx of contexts) grants.push(await createGrant(ctx, request));
  } catch (error) {
    for (const ctx of contexts.slice(0, grants.length)) await endGrant(ctx, request.id);
    throw error;
  }
  return grants;
}

function adminOf({ database, clock, newId, tenantAdmin }: Service): ConsultantAdmin {
  return { system: database.system, clock, newId, principal: tenantAdmin.principal };
}

function environmentsOf(args: Arguments): readonly Environment[] {
  const environment = optional(args, "environment");
  return environment === null ? ENVIRONMENTS : [oneOf(environment, ENVIRONMENTS, "environment")];
}

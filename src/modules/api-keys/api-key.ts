import { z } from "zod";
import type { Context, Principal } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { datetimeInput } from "../../core/moment.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { SCOPES, type Scope } from "../../core/scopes.ts";
import { lineInput } from "../../core/visible-text.ts";

/** An API key without its secret. */
export const apiKeyRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  environment: z.enum(["live", "sandbox"]),
  scopes: z.array(z.enum(SCOPES)),
  prefix: z.string(),
  last_four: z.string(),
  expires_at: z.union([z.iso.datetime(), z.null()]),
  ip_allowlist: z.array(z.string()),
  parent_id: z
    .union([z.uuid(), z.null()])
    .describe("The key that made it, or that key's successor: it ends when that one is revoked; null: none"),
  active_children: z.int().describe("Active keys that were made with it, or with those; they end when it is revoked"),
  created_by: z.string(),
  created_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
  last_used_at: z.union([z.iso.datetime(), z.null()]),
  revoked_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(apiKeyRecord, { name: "ApiKey" });

/** The record with the key in plaintext: the only time that it is shown. */
export const createdApiKey = apiKeyRecord.extend({ key: z.string() });
SCHEMA_NAMES.add(createdApiKey, { name: "CreatedApiKey" });

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be an address or a range, e.g. 192.0.2.0/24 or 2001:db8::/32",
});

/** Adds /32 or /128 to single addresses, so that the list holds ranges only. */
export function asRange(address: string): string {
  if (address.includes("/")) return address;
  return address.includes(":") ? `${address}/128` : `${address}/32`;
}

/** Active keys that a company may have in one environment, however they were made. */
export const ACTIVE_KEYS_MAX = 100;

/** What a new key is made from. */
export const newApiKey = z.object({
  name: lineInput(120).describe("Name by which people recognise the key"),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).describe("What the key may do"),
  expires_at: datetimeInput
    .describe("ISO 8601 time from which the key is refused; the calling key's own, if absent, and never later")
    .optional(),
  ip_allowlist: z
    .array(addressOrRange)
    .max(50)
    .describe(
      "Addresses or CIDR ranges, IPv4 and IPv6, that may use the key, each within the calling key's own; those, if absent or empty",
    )
    .optional(),
});

export type ApiKeyRecord = z.output<typeof apiKeyRecord>;
/** A key by its own row alone. */
export type ApiKeyRow = Omit<ApiKeyRecord, "active_children">;

export const EXAMPLE_KEY: ApiKeyRecord = {
  id: "0198c0de-0000-7000-8000-000000000010",
  name: "ERP export",
  environment: "live",
  scopes: ["emissions:read"],
  prefix: "qk_live_3f1c",
  last_four: "9d02",
  expires_at: null,
  ip_allowlist: [],
  parent_id: "0198c0de-0000-7000-8000-000000000011",
  active_children: 0,
  created_by: "api_key:0198c0de-0000-7000-8000-000000000011",
  created_by_name: 'Key "Administration"',
  created_at: "2026-01-05T08:00:00.000000Z",
  last_used_at: null,
  revoked_at: null,
};

/** A key that looks like one and belongs to nobody, for documentation. */
export const EXAMPLE_KEY_TEXT = `qk_live_${"0".repeat(64)}`;

/**
 * A key can pass on only what it holds itself.
 * @throws ServiceError auth.scope_required naming the first scope, in the order given, that it does not hold.
 */
export function assertGrantable(principal: Principal, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !principal.scopes.has(scope));
  if (missing === undefined) return;
  throw new ServiceError(
    "auth.scope_required",
    `A key can grant at most its own scopes; this one does not hold ${missing}.`,
    { scope_required: missing },
  );
}

/** Access tokens of assistants end with their grant, so they never make a credential that outlives it. */
export function assertMayCreateKeys(principal: Principal): void {
  if (principal.kind === "oauth") {
    throw new ServiceError("third_party.endpoint_only", "Access tokens cannot create API keys; use an API key.");
  }
}

/** @throws ServiceError request.validation_failed unless the moment lies in the future. */
export function assertFuture(ctx: Pick<Context, "clock">, expires_at: string | undefined): void {
  if (expires_at === undefined || Date.parse(expires_at) > ctx.clock.now().getTime()) return;
  throw validationError([{ path: "expires_at", code: "not_in_future", message: "must lie in the future" }]);
}

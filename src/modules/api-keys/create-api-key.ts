import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { SCOPES } from "../../core/scopes.ts";
import {
  assertFuture,
  assertGrantable,
  assertMayCreateKeys,
  createdApiKey,
  EXAMPLE_KEY,
  EXAMPLE_KEY_TEXT,
} from "./api-key.ts";
import { mintApiKey } from "./mint-api-key.ts";

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be an address or a range, e.g. 192.0.2.0/24 or 2001:db8::/32",
});

export const createApiKey = defineOperation({
  name: "create_api_key",
  title: "Create an API key",
  description:
    "Creates a key for the same company and environment as the calling key. It can hold at most the scopes of the " +
    "calling key. The field `key` of the answer is shown this once and cannot be read again: store it now. Needs no scope.",
  layer: null,
  scope: null,
  access: "write",
  input: z.object({
    name: z.string().trim().min(1).max(120).describe("Name by which people recognise the key"),
    scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).describe("What the key may do"),
    expires_at: z.iso
      .datetime({ offset: true })
      .describe("ISO 8601 time from which the key is refused; never, if absent")
      .optional(),
    ip_allowlist: z
      .array(addressOrRange)
      .max(50)
      .describe("Addresses or CIDR ranges, IPv4 and IPv6, that may use the key; any, if absent or empty")
      .optional(),
  }),
  output: createdApiKey,
  errors: ["request.validation_failed", "auth.scope_required", "third_party.endpoint_only"],
  emits: ["api_key.created"],
  rest: { method: "POST", path: "/api-keys", status: 201, secret: true },
  tool: false,
  callers: "tenant",
  example: {
    input: { name: "ERP export", scopes: ["emissions:read"] },
    output: { ...EXAMPLE_KEY, key: EXAMPLE_KEY_TEXT },
  },
  async run(ctx, input) {
    assertMayCreateKeys(ctx.principal);
    assertGrantable(ctx.principal, input.scopes);
    assertFuture(ctx, input.expires_at);
    return await ctx.db.transaction((tx) => mintApiKey(ctx, tx, input));
  },
});

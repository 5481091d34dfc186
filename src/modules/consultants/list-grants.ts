import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { SCOPES } from "../../core/scopes.ts";
import type { HeldGrantRow } from "./grant-record.ts";
import { grantState } from "./grant.ts";
import { selectHeldGrants } from "./store-grants.ts";

const heldGrant = z.object({
  id: z.uuid(),
  tenant_id: z.uuid().describe("The client: value of the header X-Svc-Tenant"),
  tenant_name: z.string(),
  environment: z.enum(["live", "sandbox"]),
  scopes: z.array(z.enum(SCOPES)).describe("What the grant allows; a key can do what the grant and the key both allow"),
  valid_from: z.iso.datetime(),
  valid_to: z.union([z.iso.datetime(), z.null()]).describe("Exclusive; null: until it is ended"),
  status: z.enum(["active", "scheduled", "expired", "revoked"]),
  created_at: z.iso.datetime(),
  revoked_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(heldGrant, { name: "Grant" });

export const listGrants = defineOperation({
  name: "list_grants",
  title: "List the consultant's grants",
  description:
    "Companies that let the calling consultant act for them in the environment of the key, newest grant first, ended ones " +
    "included. Use the tenant_id of an active grant in the header X-Svc-Tenant of further requests. Needs no scope.",
  layer: null,
  scope: null,
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(heldGrant),
  errors: ["pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/grants" },
  tool: false,
  callers: "consultant",
  client: "none",
  example: {
    input: { limit: 10 },
    output: {
      items: [
        {
          id: "0198c0de-0000-7000-8000-000000000020",
          tenant_id: "0198c0de-0000-7000-8000-000000000001",
          tenant_name: "Nordlys Møbler ApS",
          environment: "live",
          scopes: ["emissions:read"],
          valid_from: "2026-01-05T08:00:00.000000Z",
          valid_to: null,
          status: "active",
          created_at: "2026-01-05T08:00:00.000000Z",
          revoked_at: null,
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const now_ms = ctx.clock.now().getTime();
    const purpose = { list: "list_grants", filters: {} };
    const { items, next_cursor } = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectHeldGrants(ctx.db, after, limit),
    );
    return { items: items.map((row) => toView(row, now_ms)), next_cursor };
  },
});

function toView(row: HeldGrantRow, now_ms: number): z.input<typeof heldGrant> {
  return { ...row, scopes: [...row.scopes], status: grantState(row, now_ms) };
}

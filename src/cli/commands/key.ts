import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { PLAN_NAMES, planHas } from "../../core/plans.ts";
import { isScope, type Scope, SCOPES } from "../../core/scopes.ts";
import { keyOf, mintApiKey, revokeKey } from "../../modules/api-keys/index.ts";
import { type Command, oneOf, optional, required, UsageError } from "../command.ts";

export const keyCreate: Command = {
  name: "key create",
  usage:
    "--tenant <id or name> --name <name> [--environment live|sandbox] [--scopes a,b|all] [--expires-at <ISO time>] " +
    "[--allow-ip <CIDR>[,<CIDR>]]",
  summary: "Creates an API key and prints it once",
  options: {
    tenant: { type: "string" },
    environment: { type: "string" },
    name: { type: "string" },
    scopes: { type: "string" },
    "expires-at": { type: "string" },
    "allow-ip": { type: "string" },
  },
  async run(service, args) {
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const ctx = await service.operatorContext(required(args, "tenant"), environment, "operator");
    const request = {
      name: required(args, "name"),
      scopes: scopesOf(optional(args, "scopes") ?? "all"),
      expires_at: optional(args, "expires-at") ?? undefined,
      ip_allowlist: optional(args, "allow-ip")
        ?.split(",")
        .map((range) => range.trim()),
    };
    const key = await ctx.db.transaction((tx) => mintApiKey(ctx, tx, request));
    return { json: key, lines: [`${key.name} (${environment}), shown only now:`, key.key, ...withoutRest(ctx.tenant)] };
  },
};

export const keyRevoke: Command = {
  name: "key revoke",
  usage: "--tenant <id or name> --id <key id> [--environment live|sandbox] [--with-children]",
  summary: "Ends an API key at once, in every process, and the keys that were made with it",
  options: {
    tenant: { type: "string" },
    environment: { type: "string" },
    id: { type: "string" },
    "with-children": { type: "boolean" },
  },
  async run(service, args) {
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const ctx = await service.operatorContext(required(args, "tenant"), environment, "operator");
    const { id, name, active_children } = await keyOf(ctx, required(args, "id"));
    if (active_children > 0 && args.options["with-children"] !== true) {
      throw new UsageError(
        `${active_children} active keys were made with "${name}" and end with it; nothing was changed. ` +
          "To end them all, repeat the command with --with-children",
      );
    }
    const key = await revokeKey(ctx, id);
    const others = active_children === 0 ? "" : `, and ${active_children} keys that were made with it`;
    return { json: key, lines: [`Key "${name}" (${key.id}) is revoked${others}`] };
  },
};

/** What a key cannot do until the company has another plan. */
function withoutRest({ id, name, plan }: Context["tenant"]): string[] {
  if (planHas(plan, "fullApiAccess")) return [];
  const plans = PLAN_NAMES.filter((planName) => planHas(planName, "fullApiAccess")).join("|");
  return [
    `${name} has the plan ${plan}, which has no REST API: assistants (MCP) take this key, REST answers 403 until ` +
      `tenant set-plan --tenant ${id} --plan ${plans}`,
  ];
}

/** The scopes of an option: "all", or names separated by commas. @throws UsageError */
export function scopesOf(text: string): readonly Scope[] {
  if (text === "all") return SCOPES;
  return text.split(",").map((word) => {
    const scope = word.trim();
    if (!isScope(scope)) throw new UsageError(`unknown scope ${scope}; known: ${SCOPES.join(", ")}`);
    return scope;
  });
}

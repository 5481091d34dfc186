import { ENVIRONMENTS } from "../../core/context.ts";
import { isScope, type Scope, SCOPES } from "../../core/scopes.ts";
import { mintApiKey, revokeKey } from "../../modules/api-keys/index.ts";
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
    return { json: key, lines: [`${key.name} (${environment}), shown only now:`, key.key] };
  },
};

export const keyRevoke: Command = {
  name: "key revoke",
  usage: "--tenant <id or name> --id <key id> [--environment live|sandbox]",
  summary: "Ends an API key at once, in every process",
  options: { tenant: { type: "string" }, environment: { type: "string" }, id: { type: "string" } },
  async run(service, args) {
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const ctx = await service.operatorContext(required(args, "tenant"), environment, "operator");
    const key = await revokeKey(ctx, required(args, "id"));
    return { json: key, lines: [`Key ${key.id} is revoked`] };
  },
};

/** The scopes of an option: "all", or names separated by commas. @throws UsageError */
export function scopesOf(text: string): readonly Scope[] {
  if (text === "all") return SCOPES;
  return text.split(",").map((word) => {
    const scope = word.trim();
    if (!isScope(scope)) throw new UsageError(`unknown scope ${scope}; known: ${SCOPES.join(", ")}`);
    return scope;
  });
}

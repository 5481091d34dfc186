import { mintLegacyKey, revokeLegacyKey } from "../../modules/legacy-keys/index.ts";
import { type Command, optional, required } from "../command.ts";

export const legacyKeyCreate: Command = {
  name: "legacy-key create",
  usage: "--tenant <id or name> [--name <name>]",
  summary: "Creates a key of the legacy invoice interface and prints it once",
  options: { tenant: { type: "string" }, name: { type: "string" } },
  async run(service, args) {
    const ctx = await service.operatorContext(required(args, "tenant"), "live", "operator");
    const key = await mintLegacyKey(ctx, { name: optional(args, "name") ?? "legacy" });
    return { json: key, lines: [`${key.name} (X-API-Key), shown only now:`, key.key] };
  },
};

export const legacyKeyRevoke: Command = {
  name: "legacy-key revoke",
  usage: "--tenant <id or name> --id <key id>",
  summary: "Ends a key of the legacy invoice interface at once",
  options: { tenant: { type: "string" }, id: { type: "string" } },
  async run(service, args) {
    const ctx = await service.operatorContext(required(args, "tenant"), "live", "operator");
    const key = await revokeLegacyKey(ctx, required(args, "id"));
    return { json: key, lines: [`Key ${key.id} is revoked`] };
  },
};

import { setTimeout as delay } from "node:timers/promises";
import type { ErasurePorts } from "../modules/offboarding/index.ts";
import type { Service } from "./service.ts";

/** What erasing needs of the service: the tables' owner, and the store of documents. */
export function erasurePorts({ database, files, clock }: Pick<Service, "database" | "files" | "clock">): ErasurePorts {
  return {
    admin: database.admin,
    clock,
    pause: delay,
    files: {
      sealedName: ({ tenant_id, environment }, sha256) => files.of(tenant_id, environment).nameOf(sha256),
      unencrypted: () => files.unencrypted.hashes(),
      remove: ({ kind, name }) => (kind === "sealed" ? files.removeSealed(name) : files.unencrypted.remove(name)),
    },
  };
}

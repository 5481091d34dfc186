import { z } from "zod";
import type { Clock, Environment, NewId, Principal, SystemDb } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { parseInput } from "../../core/input.ts";
import { datetimeInput } from "../../core/moment.ts";
import { type Scope, SCOPES } from "../../core/scopes.ts";
import { lineInput } from "../../core/visible-text.ts";
import { mintKeyText } from "../api-keys/index.ts";
import {
  insertConsultant,
  insertConsultantKey,
  selectConsultant,
  selectConsultantsByName,
  setConsultantKeyRevoked,
} from "./store-keys.ts";
import type { ConsultantKeyRecord, ConsultantRecord } from "./consultant-record.ts";

/** What an operator's command needs: a consultant belongs to no company, so there is no Context. */
export interface ConsultantAdmin {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly principal: Principal;
}

const newConsultant = z.object({ name: lineInput(200) });

const newConsultantKey = z.object({
  name: lineInput(120),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  expires_at: datetimeInput.optional(),
});

/** @throws ServiceError request.validation_failed */
export async function createConsultant(
  admin: ConsultantAdmin,
  request: { readonly name: string },
): Promise<ConsultantRecord> {
  const { name } = parseInput(newConsultant, request);
  return await insertConsultant(admin.system, { id: admin.newId(), name, created_by: admin.principal.actor });
}

/** An organisation by id or by exact name. @throws resource.not_found; request.validation_failed when the name is shared */
export async function findConsultant(system: SystemDb, id_or_name: string): Promise<ConsultantRecord> {
  const byId = isUuid(id_or_name) ? await selectConsultant(system, id_or_name) : undefined;
  if (byId !== undefined) return byId;
  const [consultant, ...others] = await selectConsultantsByName(system, id_or_name);
  if (consultant === undefined) throw new ServiceError("resource.not_found", "No consultant has this id or name.");
  if (others.length === 0) return consultant;
  const candidates = [consultant, ...others].map(({ id, created_at }) => `${id} (${created_at.slice(0, 10)})`);
  const message = `several consultants have this name; use the id of one: ${candidates.join(", ")}`;
  throw validationError([{ path: "consultant", code: "ambiguous", message }]);
}

export interface ConsultantKeyRequest {
  readonly consultant_id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601; undefined: never. */
  readonly expires_at?: string | undefined;
}

/** Creates a key and returns it with its clear text, which is kept nowhere. @throws ServiceError request.validation_failed */
export async function mintConsultantKey(
  admin: ConsultantAdmin & { readonly randomBytes: (length: number) => Buffer },
  request: ConsultantKeyRequest,
): Promise<ConsultantKeyRecord & { readonly key: string }> {
  const { consultant_id, environment, ...rest } = request;
  const wanted = parseInput(newConsultantKey, rest);
  const { expires_at = null } = wanted;
  if (expires_at !== null && Date.parse(expires_at) <= admin.clock.now().getTime()) {
    throw validationError([{ path: "expires_at", code: "not_in_future", message: "must lie in the future" }]);
  }
  const { key, ...kept } = mintKeyText(environment, admin.randomBytes);
  const record = await insertConsultantKey(admin.system, {
    id: admin.newId(),
    consultant_id,
    environment,
    name: wanted.name,
    ...kept,
    scopes: [...new Set(wanted.scopes)],
    expires_at,
    created_by: admin.principal.actor,
  });
  return { ...record, key };
}

/** Ends a key at once, in every process. @throws ServiceError resource.not_found */
export async function revokeConsultantKey(admin: ConsultantAdmin, id: string): Promise<ConsultantKeyRecord> {
  const now = admin.clock.now().toISOString();
  const record = isUuid(id) ? await setConsultantKeyRevoked(admin.system, id, now, admin.principal.actor) : undefined;
  if (record === undefined) throw new ServiceError("resource.not_found", "No consultant key has this id.");
  return record;
}

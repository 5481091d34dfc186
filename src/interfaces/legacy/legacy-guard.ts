import type { FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import type { Credential } from "../../core/credential.ts";
import type { Bucket } from "../../core/rate-limits.ts";
import type { Admission } from "../http/admission.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import type { FactsOf } from "../http/request-facts.ts";
import { LegacyRefusal, SUNSET_MS } from "./legacy-answer.ts";

export interface LegacyDeps {
  readonly http: HttpDeps;
  readonly admission: Admission;
  readonly factsOf: FactsOf;
}

/** Longer values are refused before they are hashed. */
const KEY_LENGTH = 64;

/**
 * Admits one request of the legacy interface: sunset, address limit, key, the company's budget. No plan is needed.
 * @throws LegacyRefusal, ServiceError rate_limit.*
 */
export async function guardLegacy(deps: LegacyDeps, request: FastifyRequest, bucket: Bucket): Promise<Context> {
  assertServed(deps.http);
  await deps.admission.checkAddress(deps.factsOf(request).address);
  const credential = await authenticate(deps.http, request.headers["x-api-key"]);
  const { refusal } = await deps.admission.draw(credential, bucket);
  if (refusal !== null) throw refusal;
  return await deps.http.contextFor(credential, undefined);
}

/** @throws LegacyRefusal 410 after the day of the sunset. */
export function assertServed({ clock }: Pick<HttpDeps, "clock">): void {
  if (clock.now().getTime() < SUNSET_MS) return;
  throw new LegacyRefusal(
    410,
    "This interface ended on 30 September 2027. Send files to POST /api/v1/activities/bulk with an API key.",
  );
}

async function authenticate(
  { legacy_credentials, clock }: HttpDeps,
  header: string | string[] | undefined,
): Promise<Credential> {
  if (header === undefined) throw new LegacyRefusal(401, "Send your API key in the header X-API-Key.");
  const key = typeof header === "string" ? header.trim().toLowerCase() : "";
  const knownCredential = key.length === KEY_LENGTH ? await legacy_credentials.find(key) : null;
  if (knownCredential === null) throw new LegacyRefusal(401, "This API key is not known.");
  if (knownCredential.revoked_ms <= clock.now().getTime()) throw new LegacyRefusal(401, "This API key was revoked.");
  legacy_credentials.recordUse(knownCredential);
  return knownCredential.credential;
}

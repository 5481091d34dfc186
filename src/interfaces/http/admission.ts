import type { Clock, Environment } from "../../core/context.ts";
import type { Credential } from "../../core/credential.ts";
import { ServiceError } from "../../core/errors.ts";
import {
  type Bucket,
  RATE_LIMITS,
  RATE_WINDOW_SECONDS,
  type RateStore,
  type RateTake,
} from "../../core/rate-limits.ts";
import { rangeMatcher } from "../../core/address-ranges.ts";
import { addressGroup } from "./client-address.ts";
import type { CredentialCache, KnownCredential } from "./credential-cache.ts";
import { type HeaderMap, rateHeaders } from "./rate-headers.ts";

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
/** Longer values are refused before they are hashed. */
const MAX_AUTHORIZATION_LENGTH = 4_096;

export interface AddressLimit {
  readonly range: string;
  readonly requests_per_minute: number;
}

export interface AdmissionDeps {
  readonly rates: RateStore;
  readonly credentials: CredentialCache;
  readonly clock: Clock;
  readonly ip_rate_limit: number;
  readonly ip_rate_limit_ranges: readonly AddressLimit[];
}

/** Outcome of drawing one request from a bucket: the headers that every answer carries, and the refusal if there is one. */
export interface BucketDraw {
  readonly headers: HeaderMap;
  readonly refusal: ServiceError | null;
}

/**
 * The checks before an operation is known, in the order of contract 11.1. Each throws its own ServiceError. What the
 * process knows already is answered at once, because a promise per check is a good part of what a check costs.
 */
export interface Admission {
  /** Requests a minute that an address may make; the first configured range that holds it decides. */
  addressLimit(address: string): number;
  /** Counts one request of an address. @throws rate_limit.ip_exceeded */
  checkAddress(address: string): void | Promise<void>;
  /**
   * Header, key, revocation, expiry, environment, address allowlist. `environments` are the ones served here.
   * @throws auth.*
   */
  authenticate(
    authorization: string | undefined,
    address: string,
    environments: readonly Environment[],
  ): Credential | Promise<Credential>;
  /** Counts one request of a credential. Never throws: a refusal has headers too. */
  draw(credential: Credential, bucket: Bucket): Promise<BucketDraw>;
  /** Counts one write of the company, besides the credential's own: as many a minute as one credential has. */
  drawForCompany(credential: Credential): Promise<BucketDraw>;
  /** The headers of a request that no bucket counts: what is left of it. */
  show(credential: Credential, bucket: Bucket): HeaderMap | Promise<HeaderMap>;
}

export function createAdmission(deps: AdmissionDeps): Admission {
  const limitOf = addressLimits(deps.ip_rate_limit, deps.ip_rate_limit_ranges);
  return {
    addressLimit: limitOf,
    checkAddress(address) {
      const take = deps.rates.take(`ip:${addressGroup(address)}`, limitOf(address), RATE_WINDOW_SECONDS);
      return take instanceof Promise ? take.then(assertAllowed) : assertAllowed(take);
    },
    authenticate(authorization, address, environments) {
      const accept = (knownCredential: KnownCredential | null): Credential => {
        if (knownCredential === null) throw new ServiceError("auth.invalid_token", "No credential matches this token.");
        assertUsable(knownCredential, deps.clock.now().getTime(), address, environments);
        deps.credentials.recordUse(knownCredential);
        return knownCredential.credential;
      };
      const resolution = deps.credentials.find(bearerToken(authorization));
      return resolution instanceof Promise ? resolution.then(accept) : accept(resolution);
    },
    show(credential, bucket) {
      const limit = RATE_LIMITS[credential.tenant.environment][bucket];
      const state = deps.rates.look(`${bucket}:${credential.bucket_id}`, limit, RATE_WINDOW_SECONDS);
      return state instanceof Promise ? state.then((take) => rateHeaders(bucket, take)) : rateHeaders(bucket, state);
    },
    draw: async ({ bucket_id, tenant }, bucket) =>
      await drawFrom(deps.rates, {
        bucket,
        name: bucket_id,
        whose: "this credential",
        environment: tenant.environment,
      }),
    drawForCompany: async ({ tenant }) =>
      await drawFrom(deps.rates, {
        bucket: "write",
        name: `company:${tenant.id}:${tenant.environment}`,
        whose: "the company's keys together for this operation",
        environment: tenant.environment,
      }),
  };
}

interface Draw {
  readonly bucket: Bucket;
  readonly name: string;
  /** For the refusal, in words. */
  readonly whose: string;
  readonly environment: Environment;
}

async function drawFrom(rates: RateStore, { bucket, name, whose, environment }: Draw): Promise<BucketDraw> {
  const limit = RATE_LIMITS[environment][bucket];
  const take = await rates.take(`${bucket}:${name}`, limit, RATE_WINDOW_SECONDS);
  const headers = rateHeaders(bucket, take);
  if (take.is_allowed) return { headers, refusal: null };
  const detail = `The ${bucket} limit of ${limit} requests per minute of ${whose} is used up.`;
  return {
    headers,
    refusal: new ServiceError("rate_limit.exceeded", detail, { retry_after_seconds: take.reset_after_seconds }),
  };
}

function assertAllowed(take: RateTake): void {
  if (take.is_allowed) return;
  throw new ServiceError("rate_limit.ip_exceeded", "Too many requests from this address. Wait, then try again.", {
    retry_after_seconds: take.reset_after_seconds,
  });
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 2.1). @throws auth.missing_token */
export function bearerToken(authorization: string | undefined): string {
  const fits = authorization !== undefined && authorization.length <= MAX_AUTHORIZATION_LENGTH;
  const token = fits ? BEARER.exec(authorization)?.[1] : undefined;
  if (token === undefined) {
    throw new ServiceError("auth.missing_token", "Send the header Authorization: Bearer <API key or access token>.");
  }
  return token;
}

function assertUsable(
  knownCredential: KnownCredential,
  now_ms: number,
  address: string,
  environments: readonly Environment[],
): void {
  if (knownCredential.revoked_ms <= now_ms) throw new ServiceError("auth.key_revoked", "This API key was revoked.");
  if (knownCredential.expires_ms <= now_ms)
    throw new ServiceError("auth.key_expired", "This API key is past its expires_at.");
  const { environment } = knownCredential.credential.tenant;
  if (!environments.includes(environment)) {
    const other = environment === "live" ? "sandbox" : "live";
    throw new ServiceError(
      "auth.key_environment_mismatch",
      `This is a ${environment} key; this address serves ${other} keys only.`,
    );
  }
  if (knownCredential.allows !== null && !knownCredential.allows(address)) {
    throw new ServiceError("auth.ip_not_allowed", "This address is not on the key's allowlist.");
  }
}

/** The first range that holds the address decides; else the default. */
function addressLimits(fallback: number, ranges: readonly AddressLimit[]): (address: string) => number {
  const compiled = ranges.map((row) => ({ limit: row.requests_per_minute, matches: rangeMatcher([row.range]) }));
  if (compiled.length === 0) return () => fallback;
  return (address) => compiled.find((row) => row.matches(address))?.limit ?? fallback;
}

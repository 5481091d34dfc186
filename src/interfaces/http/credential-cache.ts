import { hash } from "node:crypto";
import type { Clock } from "../../core/context.ts";
import type { Credential, CredentialResolver } from "../../core/credential.ts";
import { rangeMatcher, type RangeMatcher } from "../../core/address-ranges.ts";

/** How long a credential is believed without asking again, should a notification be lost. */
const FRESH_MS = 20_000;
/** Bounds memory; the oldest entry goes first. */
const MAX_ENTRIES = 10_000;
const USE_INTERVAL_MS = 60_000;

/** A credential as admission uses it: times as numbers, the allowlist compiled. */
export interface KnownCredential {
  readonly credential: Credential;
  readonly revoked_ms: number;
  readonly expires_ms: number;
  /** null: any address may use it. */
  readonly allows: RangeMatcher | null;
  readonly resolver: CredentialResolver;
  /** When its use was last written, Unix milliseconds. */
  used_ms: number;
}

interface Entry {
  readonly known: KnownCredential;
  readonly fresh_until_ms: number;
}

export interface CredentialCacheDeps {
  readonly resolvers: readonly CredentialResolver[];
  readonly clock: Clock;
  /** Whether notifications of changed credentials arrive; while they do not, nothing is cached. */
  readonly isNotified: () => boolean;
  readonly onUseError: (error: unknown) => void;
}

/**
 * Credentials by the SHA-256 of the token; the token itself is not kept. `forget` is called for every credential that
 * changes, here or in another process. A look-up that was under way while something was forgotten is not kept.
 */
export class CredentialCache {
  readonly #deps: CredentialCacheDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #writes = new Set<Promise<void>>();
  #generation = 0;

  constructor(deps: CredentialCacheDeps) {
    this.#deps = deps;
  }

  /** null: no kind of credential knows this token. */
  find(token: string): KnownCredential | null | Promise<KnownCredential | null> {
    const digest = hash("sha256", token);
    const entry = this.#entries.get(digest);
    const now_ms = this.#deps.clock.now().getTime();
    if (entry !== undefined && entry.fresh_until_ms > now_ms && this.#deps.isNotified()) return entry.known;
    return this.#lookUp(token, digest, now_ms);
  }

  /** Notes that a request was admitted; the time is written off the request's path, at most once a minute. */
  recordUse(knownCredential: KnownCredential): void {
    const now = this.#deps.clock.now();
    if (now.getTime() - knownCredential.used_ms < USE_INTERVAL_MS) return;
    knownCredential.used_ms = now.getTime();
    const write = knownCredential.resolver
      .recordUse(knownCredential.credential, now)
      .catch(this.#deps.onUseError)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Drops one credential by its id, or "tenant:<id>": all credentials of a company. */
  forget(subject: string): void {
    this.#generation += 1;
    for (const [digest, { known: knownCredential }] of this.#entries) {
      const { principal, tenant } = knownCredential.credential;
      if (principal.credential_id === subject || `tenant:${tenant.id}` === subject) this.#entries.delete(digest);
    }
  }

  /** Drops everything: after notifications may have been missed. */
  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  /** Waits for times of use that are still being written. */
  async drain(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async #lookUp(token: string, digest: string, now_ms: number): Promise<KnownCredential | null> {
    const generation = this.#generation;
    const knownCredential = await this.#resolve(token);
    if (knownCredential === null) return null;
    if (knownCredential.resolver.is_asked_every_time === true) return knownCredential;
    if (generation === this.#generation)
      this.#keep(digest, { known: knownCredential, fresh_until_ms: now_ms + FRESH_MS });
    return knownCredential;
  }

  /** Kinds whose tokens look alike are asked one after the other. */
  async #resolve(token: string): Promise<KnownCredential | null> {
    for (const resolver of this.#deps.resolvers) {
      const credential = resolver.accepts(token) ? await resolver.find(token) : null;
      if (credential !== null) return compile(credential, resolver);
    }
    return null;
  }

  #keep(digest: string, entry: Entry): void {
    this.#entries.delete(digest);
    this.#entries.set(digest, entry);
    if (this.#entries.size <= MAX_ENTRIES) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}

function compile(credential: Credential, resolver: CredentialResolver): KnownCredential {
  return {
    credential,
    revoked_ms: credential.revoked_at === null ? Infinity : Date.parse(credential.revoked_at),
    expires_ms: credential.expires_at === null ? Infinity : Date.parse(credential.expires_at),
    allows: credential.ip_allowlist.length === 0 ? null : rangeMatcher(credential.ip_allowlist),
    resolver,
    used_ms: credential.last_used_at === null ? -Infinity : Date.parse(credential.last_used_at),
  };
}

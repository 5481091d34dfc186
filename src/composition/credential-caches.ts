import { CredentialCache } from "../interfaces/http/credential-cache.ts";
import { apiKeyResolver } from "../modules/api-keys/index.ts";
import { consultantKeyResolver } from "../modules/consultants/index.ts";
import { legacyKeyResolver } from "../modules/legacy-keys/index.ts";
import { accessTokenResolver } from "../modules/oauth/index.ts";
import type { Subscription } from "../platform/db/listener.ts";
import type { Service } from "./service.ts";

/** Channel on which the database tells every process that a credential or a company's plan has changed. */
const CREDENTIALS_CHANNEL = "carbon_credentials";

/** What this process remembers of the credentials that it has seen. */
export interface CredentialCaches {
  readonly cache: CredentialCache;
  readonly legacy: CredentialCache;
  /** Drops a credential of either kind by its id, or "tenant:<id>". */
  forget(subject: string): void;
  readonly subscription: Subscription;
}

/** The caches trust themselves only while the notifications of changed credentials arrive. */
export async function openCredentialCaches({ database, clock, log }: Service): Promise<CredentialCaches> {
  let subscription: Subscription | null = null;
  const common = {
    clock,
    isNotified: () => subscription?.isConnected() === true,
    onUseError: (error: unknown) => log.warn({ err: error }, "time of use was not written"),
  };
  const { system } = database;
  const resolvers = [apiKeyResolver(system), consultantKeyResolver(system), accessTokenResolver(system, clock)];
  const cache = new CredentialCache({ ...common, resolvers });
  const legacy = new CredentialCache({ ...common, resolvers: [legacyKeyResolver(system)] });
  const caches = [cache, legacy];
  const forget = (subject: string) => caches.forEach((credentialCache) => credentialCache.forget(subject));
  subscription = await database.listen(CREDENTIALS_CHANNEL, forget, () =>
    caches.forEach((credentialCache) => credentialCache.clear()),
  );
  return { cache, legacy, forget, subscription };
}

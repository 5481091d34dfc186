import { randomBytes } from "node:crypto";
import type { RateStore } from "../core/rate-limits.ts";
import { type FetchedDocument, type OAuthPorts, pruneOAuth } from "../modules/oauth/index.ts";
import { pruneAttempts, pruneSessions, type UserPorts } from "../modules/users/index.ts";
import type { Config } from "../platform/config/config.ts";
import { credentialSealers, installationSealer } from "../platform/credential-sealer.ts";
import { installationKey } from "../platform/crypto.ts";
import { type MailLog, type MailSettings, openMailer } from "../platform/mail/mail.ts";
import { passwordHasher } from "../platform/password-hasher.ts";
import type { SafeFetch } from "../platform/outbound/safe-fetch-types.ts";
import type { Service } from "./service.ts";

/** People and the programs that they let in. */
export interface Accounts {
  readonly users: UserPorts;
  readonly oauth: OAuthPorts;
  /** Removes sessions, links, requests and tokens that can never be used again. */
  prune(): Promise<void>;
  /** Waits for what is still being sent. */
  close(): Promise<void>;
}

/** What accounts need of the service; commands have it as well. */
export interface AccountService extends Pick<Service, "clock" | "database" | "newId" | "safeFetch"> {
  readonly config: MailSettings &
    Pick<Config, "api_url" | "base_url" | "data_dir" | "oauth_replay_clients" | "secret_key">;
  readonly log: MailLog;
}

const DOCUMENT_CONNECT_MS = 2_500;
const DOCUMENT_TOTAL_MS = 5_000;
const DOCUMENT_BYTES_MAX = 10 * 1024;

export async function openAccounts(service: AccountService, rates: RateStore): Promise<Accounts> {
  const { clock, config, database, log, newId, safeFetch } = service;
  const key = await installationKey(config);
  const mailer = openMailer(config, log);
  const unfinished = new Set<Promise<void>>();
  const later = (work: () => Promise<void>): void => {
    const running = work()
      .catch((error: unknown) => log.error({ err: error }, "work after an answer failed"))
      .finally(() => unfinished.delete(running));
    unfinished.add(running);
  };
  const waiting = new Set<NodeJS.Timeout>();
  const after = (delay_ms: number, work: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      later(work);
    }, delay_ms).unref();
    waiting.add(timer);
  };
  const common = {
    system: database.system,
    tenantDb: (tenant_id: string, environment: "live" | "sandbox") => database.tenant(tenant_id, environment),
    clock,
    newId,
    randomBytes,
  };
  const oauth: OAuthPorts = {
    ...common,
    rates,
    after,
    addresses: { base_url: config.base_url, api_url: config.api_url },
    sealerFor: credentialSealers(key, "oauth replay"),
    fetchDocument: (url) => fetchDocument(safeFetch, url),
    racing_clients: config.oauth_replay_clients,
  };
  return {
    users: {
      ...common,
      passwords: passwordHasher(),
      rates,
      secrets: installationSealer(key, "accounts"),
      has_mail: config.smtp_url !== undefined,
      sendMail: (mail) => mailer.send(mail),
      later,
      base_url: config.base_url,
    },
    oauth,
    async prune() {
      await pruneOAuth(oauth);
      await pruneSessions(database.system, clock.now());
      await pruneAttempts(database.system, clock.now());
    },
    async close() {
      waiting.forEach(clearTimeout);
      await Promise.all(unfinished);
      mailer.close();
    },
  };
}

/** A metadata document of a client: a few kilobytes from a public address, within seconds. @throws SafeFetchError, Error */
async function fetchDocument(safeFetch: SafeFetch, url: string): Promise<FetchedDocument> {
  const { status, headers, body, is_truncated } = await safeFetch.fetch({
    url,
    method: "GET",
    headers: { accept: "application/json" },
    connect_timeout_ms: DOCUMENT_CONNECT_MS,
    deadline_ms: DOCUMENT_TOTAL_MS,
    response_limit_bytes: DOCUMENT_BYTES_MAX,
    allow_loopback: false,
  });
  if (is_truncated) throw new Error("the client metadata document is too large");
  return {
    status,
    content_type: headers["content-type"] ?? "",
    cache_control: headers["cache-control"],
    body: new TextDecoder("utf-8", { fatal: true }).decode(body),
  };
}

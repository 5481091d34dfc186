import type { SystemTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { appendAudit } from "../audit/index.ts";
import { requiredClientId } from "./client-authentication.ts";
import { endGrant, type EndReason } from "./end-grant.ts";
import { issueTokens, type TokenAnswer } from "./issue-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { single } from "./parameters.ts";
import { narrowedScopes } from "./oauth-scopes.ts";
import { requestedResource } from "./resource.ts";
import { forgetReplays } from "./store-cleanup.ts";
import { isUnused, type LockedToken, lockToken, markUsed } from "./store-tokens.ts";
import { isTokenText, tokenDigest } from "./token-text.ts";

/** How long a program that may refresh twice at once gets the same answer again. */
const REPLAY_WINDOW_MS = 30_000;
const REPLAY_BOUND = "oauth refresh replay";
/** Refreshes of one grant; every one is kept for 61 days, so that its second use is noticed. */
const REFRESHES_PER_HOUR = 60;
const HOUR_SECONDS = 3_600;

type Outcome =
  | { readonly kind: "issued"; readonly answer: TokenAnswer; readonly is_sealed: boolean }
  | { readonly kind: "repeated"; readonly answer: TokenAnswer; readonly token: LockedToken }
  | { readonly kind: "refused" }
  | { readonly kind: "ended"; readonly token: LockedToken; readonly reason: EndReason };

/** What the refresh presents. */
interface Refresh {
  readonly text: string;
  readonly digest: Buffer;
  readonly client_id: string;
  readonly scope: string | undefined;
}

/**
 * Exchanges a refresh token for a new pair (RFC 6749 6); the presented one is used up. A second use ends the grant
 * (RFC 9700 4.14.2), except for programs that may race: for 30 seconds they get the same answer again, as long as nobody
 * has used the refresh token in it. Whatever is wrong with the request is found before the token is used up.
 * @throws OAuthError
 * @throws ServiceError rate_limit.exceeded beyond 60 an hour; the token stays good
 */
export async function refreshTokens(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  authorization: string | undefined,
): Promise<TokenAnswer> {
  const client_id = await requiredClientId(ports, parameters, authorization);
  const text = single(parameters, "refresh_token");
  if (text === undefined) throw new OAuthError("invalid_request", "refresh_token is missing.");
  requestedResource(ports.addresses, parameters.getAll("resource"));
  if (!isTokenText(text, "refresh")) throw unknownToken();
  const refresh = { text, digest: tokenDigest(text), client_id, scope: single(parameters, "scope") };
  const outcome = await ports.system.transaction((tx) => useToken(ports, tx, refresh));
  if (outcome.kind === "issued") {
    if (outcome.is_sealed) ports.after(REPLAY_WINDOW_MS + 1, () => forgetReplays(ports.system, ports.clock.now()));
    return outcome.answer;
  }
  if (outcome.kind === "repeated") {
    await noteRepetition(ports, outcome.token);
    return outcome.answer;
  }
  if (outcome.kind === "ended") {
    await endGrant(ports, outcome.token, outcome.reason, `oauth_client:${client_id}`);
  }
  throw unknownToken();
}

async function useToken(ports: OAuthPorts, tx: SystemTransaction, refresh: Refresh): Promise<Outcome> {
  const token = await lockToken(tx, refresh.digest, "refresh");
  if (token === undefined || token.client_id !== refresh.client_id) return { kind: "refused" };
  const now = ports.clock.now();
  if (Date.parse(token.expires_at) <= now.getTime()) return { kind: "refused" };
  if (!token.is_live) return { kind: "ended", token, reason: "grantor_not_entitled" };
  if (token.used_at !== null) return await secondUse(ports, tx, refresh, token);
  const scopes = narrowedScopes(token.grant_scopes, refresh.scope);
  await takeRefresh(ports, token);
  const { answer, refresh_digest } = await issueTokens(ports, tx, token, scopes);
  const replay_sealed = isWithinReuseInterval(ports, token)
    ? ports.sealerFor(refresh.text).seal(Buffer.from(JSON.stringify(answer)), REPLAY_BOUND)
    : null;
  await markUsed(tx, refresh.digest, now, { successor_digest: refresh_digest, replay_sealed });
  return { kind: "issued", answer, is_sealed: replay_sealed !== null };
}

/** A thief who is quick looks like a program that races: the company can see that it happened. */
async function noteRepetition(
  { clock, tenantDb }: OAuthPorts,
  { client_id, grant_id, tenant_id }: LockedToken,
): Promise<void> {
  const by = { clock, principal: { actor: `oauth_client:${client_id}` }, tenant: { id: tenant_id } };
  await tenantDb(tenant_id, "live").transaction(async (tx) => {
    await appendAudit(by, tx, [{ action: "oauth_grant.refresh_repeated", subject: grant_id, payload: {} }]);
  });
}

async function takeRefresh({ rates }: OAuthPorts, { grant_id }: LockedToken): Promise<void> {
  const take = await rates.take(`oauth_refresh:${grant_id}`, REFRESHES_PER_HOUR, HOUR_SECONDS);
  if (take.is_allowed) return;
  throw new ServiceError(
    "rate_limit.exceeded",
    `A connection is refreshed at most ${REFRESHES_PER_HOUR} times an hour.`,
    {
      retry_after_seconds: take.reset_after_seconds,
    },
  );
}

async function secondUse(
  ports: OAuthPorts,
  tx: SystemTransaction,
  refresh: Refresh,
  token: LockedToken,
): Promise<Outcome> {
  const { used_at, successor_digest, replay_sealed } = token;
  const age_ms = ports.clock.now().getTime() - Date.parse(used_at ?? "");
  const isReplay = replay_sealed !== null && successor_digest !== null && age_ms <= REPLAY_WINDOW_MS;
  if (!isReplay || !(await isUnused(tx, successor_digest))) {
    return { kind: "ended", token, reason: "refresh_token_used_twice" };
  }
  const scopes = narrowedScopes(token.grant_scopes, refresh.scope);
  const sealed = ports.sealerFor(refresh.text).open(replay_sealed, REPLAY_BOUND).toString("utf8");
  // Sealed by the first use, with a key that only the holder of this very token can derive.
  const answer = JSON.parse(sealed) as TokenAnswer;
  if (scopes.join(" ") !== answer.scope) {
    const description =
      "This refresh token was used a moment ago for other scopes. Use the refresh token of that answer.";
    throw new OAuthError("invalid_scope", description);
  }
  return { kind: "repeated", answer, token };
}

function isWithinReuseInterval({ racing_clients }: OAuthPorts, { client_id, client_name }: LockedToken): boolean {
  const host = client_id.startsWith("https://") ? new URL(client_id).host : "";
  const name = client_name.toLowerCase();
  return racing_clients.some(
    (word) => word === "*" || name.includes(word) || host === word || host.split(".").includes(word),
  );
}

function unknownToken(): OAuthError {
  return new OAuthError("invalid_grant", "The refresh token is unknown, used or expired.");
}

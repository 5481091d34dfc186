import { createHash, timingSafeEqual } from "node:crypto";
import type { SystemTransaction } from "../../core/context.ts";
import { requiredClientId } from "./client-authentication.ts";
import { endGrant } from "./end-grant.ts";
import { issueTokens, type TokenAnswer } from "./issue-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { single } from "./parameters.ts";
import { requestedResource } from "./resource.ts";
import { type LockedToken, lockToken, markUsed } from "./store-tokens.ts";
import { isTokenText, tokenDigest } from "./token-text.ts";

/** RFC 7636 4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

type Outcome =
  | { readonly kind: "issued"; readonly answer: TokenAnswer }
  | { readonly kind: "refused"; readonly description: string }
  | { readonly kind: "used_twice"; readonly code: LockedToken };

/** What the exchange presents, checked for form before anything is looked up. */
interface Exchange {
  readonly digest: Buffer;
  readonly client_id: string;
  readonly redirect_uri: string | undefined;
  readonly verifier: string;
}

/**
 * Exchanges an authorization code for tokens (RFC 6749 4.1.3 with RFC 7636). The first attempt uses the code up, whether it
 * succeeds or not; a second one ends the grant, because one of the two was not the client.
 * @throws OAuthError
 */
export async function exchangeCode(
  ports: OAuthPorts,
  parameters: URLSearchParams,
  authorization: string | undefined,
): Promise<TokenAnswer> {
  const client_id = await requiredClientId(ports, parameters, authorization);
  const code = single(parameters, "code");
  const verifier = single(parameters, "code_verifier");
  if (code === undefined) throw new OAuthError("invalid_request", "code is missing.");
  if (verifier === undefined || !VERIFIER.test(verifier)) {
    throw new OAuthError("invalid_request", "code_verifier must have 43 to 128 unreserved characters (RFC 7636).");
  }
  requestedResource(ports.addresses, parameters.getAll("resource"));
  if (!isTokenText(code, "code")) throw unknownCode();
  const exchange = {
    digest: tokenDigest(code),
    client_id,
    redirect_uri: single(parameters, "redirect_uri"),
    verifier,
  };
  const outcome = await ports.system.transaction((tx) => useCode(ports, tx, exchange));
  if (outcome.kind === "issued") return outcome.answer;
  if (outcome.kind === "refused") throw new OAuthError("invalid_grant", outcome.description);
  await endGrant(ports, outcome.code, "code_used_twice", `oauth_client:${client_id}`);
  throw unknownCode();
}

async function useCode(ports: OAuthPorts, tx: SystemTransaction, exchange: Exchange): Promise<Outcome> {
  const code = await lockToken(tx, exchange.digest, "code");
  if (code === undefined) return { kind: "refused", description: UNKNOWN_CODE };
  if (code.used_at !== null) return { kind: "used_twice", code };
  const now = ports.clock.now();
  await markUsed(tx, exchange.digest, now);
  const description = mismatch(code, exchange, now);
  if (description !== null) return { kind: "refused", description };
  const { answer } = await issueTokens(ports, tx, code, code.scopes);
  return { kind: "issued", answer };
}

const UNKNOWN_CODE = "The code is unknown, used or expired.";

function mismatch(code: LockedToken, { client_id, redirect_uri, verifier }: Exchange, now: Date): string | null {
  if (Date.parse(code.expires_at) <= now.getTime() || !code.is_live || code.client_id !== client_id)
    return UNKNOWN_CODE;
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri) {
    return "redirect_uri is not the one of the authorization request.";
  }
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const expected = Buffer.from(code.code_challenge ?? "");
  const actual = Buffer.from(challenge);
  const isMatch = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isMatch ? null : "code_verifier does not match the code_challenge.";
}

function unknownCode(): OAuthError {
  return new OAuthError("invalid_grant", UNKNOWN_CODE);
}

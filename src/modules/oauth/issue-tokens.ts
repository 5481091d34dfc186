import type { SystemTransaction } from "../../core/context.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { insertToken } from "./store-tokens.ts";
import { mintToken } from "./token-text.ts";

/** Specification 8: access tokens last an hour, refresh tokens 60 days from their own issue. */
const ACCESS_LIFETIME_S = 3_600;
const REFRESH_LIFETIME_MS = 60 * 24 * 60 * 60_000;

/** The answer of the token endpoint (RFC 6749 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  /** Granted scopes, separated by blanks. */
  readonly scope: string;
}

export interface IssuedTokens {
  readonly answer: TokenAnswer;
  readonly refresh_digest: Buffer;
}

/** A new pair; the refresh token keeps the whole grant, the access token may hold less. */
export async function issueTokens(
  ports: OAuthPorts,
  tx: SystemTransaction,
  grant: { readonly grant_id: string; readonly grant_scopes: readonly string[] },
  scopes: readonly string[],
): Promise<IssuedTokens> {
  const created_at = ports.clock.now();
  const access = mintToken("access", ports.randomBytes);
  const refresh = mintToken("refresh", ports.randomBytes);
  const { grant_id, grant_scopes } = grant;
  const until = (ms: number) => new Date(created_at.getTime() + ms);
  await Promise.all([
    insertToken(tx, {
      kind: "access",
      digest: access.digest,
      grant_id,
      scopes,
      created_at,
      expires_at: until(ACCESS_LIFETIME_S * 1000),
    }),
    insertToken(tx, {
      kind: "refresh",
      digest: refresh.digest,
      grant_id,
      scopes: grant_scopes,
      created_at,
      expires_at: until(REFRESH_LIFETIME_MS),
    }),
  ]);
  return {
    answer: {
      access_token: access.text,
      token_type: "Bearer",
      expires_in: ACCESS_LIFETIME_S,
      refresh_token: refresh.text,
      scope: scopes.join(" "),
    },
    refresh_digest: refresh.digest,
  };
}

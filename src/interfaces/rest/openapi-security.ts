import type { Operation } from "../../core/operation.ts";
import { isGrantable, READ_SCOPES, WRITE_SCOPES } from "../../modules/oauth/index.ts";
import { OAUTH_PATHS } from "../oauth/metadata.ts";
import { scopeText } from "../oauth/scope-texts.ts";

type Json = Readonly<Record<string, unknown>>;

/** How callers prove who they are: any bearer credential, and how programs come by one with an administrator's consent. */
export function securitySchemes(base_url: string): Json {
  const scopes = [...READ_SCOPES, ...WRITE_SCOPES].map((scope) => [scope, scopeText(scope, "en")]);
  const tokenUrl = `${base_url}${OAUTH_PATHS.token}`;
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      description: "An API key (qk_live_... or qk_sandbox_... and 64 hexadecimal digits) or an OAuth 2.1 access token.",
    },
    oauth2: {
      type: "oauth2",
      description:
        "Authorization code with PKCE (S256), for live data only; an administrator of the company consents. Tokens are " +
        "opaque, so there is no JWT that RFC8725 could be about.",
      flows: {
        authorizationCode: {
          authorizationUrl: `${base_url}${OAUTH_PATHS.authorize}`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: Object.fromEntries(scopes),
        },
      },
    },
  };
}

/** What an operation takes: access tokens where a grant can hold its scope; without a scope, for reading. */
export function securityOf({ scope, access, callers }: Operation): Json[] {
  const isOpen = callers !== "consultant" && (scope === null ? access === "read" : isGrantable(scope));
  return isOpen ? [{ bearer: [] }, { oauth2: scope === null ? [] : [scope] }] : [{ bearer: [] }];
}

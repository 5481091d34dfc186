import { AUTH_METHODS, READ_SCOPES, WRITE_SCOPES } from "../../modules/oauth/index.ts";

/** Paths of the authorization server, below the application's address. */
export const OAUTH_PATHS = {
  authorize: "/oauth/authorize",
  consent: "/oauth/consent",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/**
 * Protected resource metadata (RFC 9728 2). The document for the assistant endpoint names that endpoint, because editors
 * compare it with the address they were given; so does the one for the REST interface, and the one at the root names the
 * service. None advertises writing: what a program asks for first is the least (MCP authorization, scope selection).
 */
export function protectedResource(base_url: string, resource: string): string {
  return JSON.stringify({
    resource,
    authorization_servers: [base_url],
    scopes_supported: READ_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Carbon Ledger",
    resource_documentation: `${base_url}/api/mcp/schema`,
  });
}

/** Authorization server metadata (RFC 8414 2, RFC 9207 3); the issuer is the application's address, exactly. */
export function authorizationServer(base_url: string): string {
  return JSON.stringify({
    issuer: base_url,
    authorization_endpoint: `${base_url}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${base_url}${OAUTH_PATHS.token}`,
    registration_endpoint: `${base_url}${OAUTH_PATHS.register}`,
    revocation_endpoint: `${base_url}${OAUTH_PATHS.revoke}`,
    scopes_supported: [...READ_SCOPES, ...WRITE_SCOPES],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${base_url}/`,
    ui_locales_supported: ["da", "en"],
  });
}

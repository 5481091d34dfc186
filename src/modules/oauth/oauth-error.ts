/** Error codes of RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2, RFC 8707 2, RFC 9101 and OpenID Connect Core 3.1.2.6. */
export type OAuthErrorCode =
  | "access_denied"
  | "consent_required"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "login_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** A refusal in OAuth's own vocabulary. `description` is shown to the client's developer: it names no value of ours. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly description: string;

  constructor(code: OAuthErrorCode, description: string) {
    super(`${code}: ${description}`);
    this.name = "OAuthError";
    this.code = code;
    this.description = description;
  }
}

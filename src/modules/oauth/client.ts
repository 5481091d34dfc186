export const AUTH_METHODS = ["none", "client_secret_post", "client_secret_basic"] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** A program that asks for access, however it made itself known. */
export interface OAuthClient {
  readonly id: string;
  /** As the program calls itself; nobody has checked it. */
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly auth_method: AuthMethod;
  /** SHA-256 of the secret; null for public clients. */
  readonly secret_digest: Buffer | null;
  /**
   * Host of the metadata document that names this program, which only the owner of that host can have published; null
   * for a program that registered itself.
   */
  readonly document_host: string | null;
}

/** A client's display name: printable, one line, short enough for a page. */
export function cleanClientName(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, " ").trim();
  // By code points: half a character would be no text.
  return Array.from(line).slice(0, NAME_LENGTH_MAX).join("");
}

const NAME_LENGTH_MAX = 100;

/** Whether a client id is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document). */
export function isDocumentAddress(client_id: string): boolean {
  return client_id.startsWith("https://");
}

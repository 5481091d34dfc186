import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { randomBytes } from "node:crypto";

export const SDK_CALLBACK = "http://127.0.0.1:7411/callback";

type Registration = Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;

/** Keeps in memory what the official clients ask their host to keep, and notes where they send the person. */
export class MemoryProvider {
  readonly redirectUrl = SDK_CALLBACK;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: "Interop assistant",
    redirect_uris: [SDK_CALLBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  /** Addresses that a browser was opened at, in order. */
  readonly opened: URL[] = [];
  /** Every pair of tokens that was issued, in order. */
  readonly issued: OAuthTokens[] = [];
  /** Where the program describes itself; without one it registers. */
  readonly clientMetadataUrl?: string;
  readonly #state = randomBytes(16).toString("base64url");
  #registration: Registration = undefined;
  #current: OAuthTokens | undefined = undefined;
  #discovery: OAuthDiscoveryState | undefined = undefined;
  #verifier = "";

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  state(): string {
    return this.#state;
  }
  clientInformation(): Registration {
    return this.#registration;
  }
  saveClientInformation(registration: Registration): void {
    this.#registration = registration;
  }
  tokens(): OAuthTokens | undefined {
    return this.#current;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.issued.push(tokens);
    this.#current = tokens;
  }
  /** Called when the server refuses what is kept. */
  invalidateCredentials(): void {
    this.#current = undefined;
  }
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.#discovery = found;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }
  redirectToAuthorization(address: URL): void {
    this.opened.push(address);
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

import type { Scope } from "../../core/scopes.ts";
import { appendAudit } from "../audit/index.ts";
import { answerAddress } from "./authorize.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { READ_SCOPES, WRITE_SCOPES } from "./oauth-scopes.ts";
import { isLoopbackRedirect, redirectHost } from "./redirect-uri.ts";
import { type AdministeredCompany, insertGrant, selectAdministered } from "./store-grants.ts";
import { updateClientUse } from "./store-clients.ts";
import { type AuthorizationRequest, type RequestingClient, selectRequest, takeRequest } from "./store-requests.ts";
import { insertToken } from "./store-tokens.ts";
import { mintToken } from "./token-text.ts";

const CODE_LIFETIME_MS = 60_000;
/** How fresh a login must be before an assistant may write. */
const FRESH_LOGIN_MS = 12 * 60 * 60_000;

/** What a person sees before deciding. */
export interface ConsentView {
  readonly client: RequestingClient;
  readonly redirect_host: string;
  /** The answer goes to this computer: any program on it could have asked. */
  readonly is_loopback: boolean;
  /** Companies that the person administers; empty: somebody else must decide. */
  readonly companies: readonly AdministeredCompany[];
  readonly reads: readonly Scope[];
  /** All that can be added, whatever the program asked for: most programs never ask a second time. */
  readonly writes: readonly { readonly scope: Scope; readonly is_requested: boolean }[];
}

/** The request that waits for this person; null when it is unknown, decided, too old or somebody else's. */
export async function consentView(ports: OAuthPorts, secret: string, user_id: string): Promise<ConsentView | null> {
  const request = await selectRequest(ports.system, secret, user_id, ports.clock.now());
  if (request === undefined) return null;
  return {
    client: request.client,
    redirect_host: redirectHost(request.redirect_uri),
    is_loopback: isLoopbackRedirect(request.redirect_uri),
    companies: await selectAdministered(ports.system, user_id),
    reads: READ_SCOPES.filter((scope) => request.scopes.includes(scope)),
    writes: WRITE_SCOPES.map((scope) => ({ scope, is_requested: request.scopes.includes(scope) })),
  };
}

/** The person who decides, as their session says. */
export interface Decider {
  readonly user_id: string;
  /** When the password was last given. */
  readonly authenticated_at: Date;
}

export interface Approval {
  readonly tenant_id: string;
  /** Ticked boxes; anything that is not one of WRITE_SCOPES is ignored. */
  readonly writes: readonly string[];
}

export type Decision =
  /** The address to send the browser to. */
  | { readonly kind: "answered"; readonly address: string }
  /** The request is unknown, decided, too old or somebody else's. */
  | { readonly kind: "gone" }
  /** The person does not administer the company that was chosen. Nothing has been decided. */
  | { readonly kind: "not_administrator" }
  /** Writing needs a login of the last 12 hours. Nothing has been decided. */
  | { readonly kind: "login_needed" };

/** Refuses the request; the program is told. */
export async function denyRequest(ports: OAuthPorts, secret: string, user_id: string): Promise<Decision> {
  const request = await takeRequest(ports.system, secret, user_id, ports.clock.now());
  if (request === undefined) return { kind: "gone" };
  return answered(ports, request, {
    error: "access_denied",
    error_description: "The administrator did not allow access.",
  });
}

/**
 * Makes the grant and a code for it. The request decides what may be read, the person which boxes are ticked; a role that
 * was taken away since the page was shown counts.
 */
export async function approveRequest(
  ports: OAuthPorts,
  secret: string,
  decider: Decider,
  approval: Approval,
): Promise<Decision> {
  const now = ports.clock.now();
  const writes = WRITE_SCOPES.filter((scope) => approval.writes.includes(scope));
  if (writes.length > 0 && now.getTime() - decider.authenticated_at.getTime() > FRESH_LOGIN_MS) {
    return { kind: "login_needed" };
  }
  const companies = await selectAdministered(ports.system, decider.user_id);
  const company = companies.find(({ id }) => id === approval.tenant_id);
  if (company === undefined) return { kind: "not_administrator" };
  const request = await takeRequest(ports.system, secret, decider.user_id, now);
  if (request === undefined) return { kind: "gone" };
  const scopes = [...READ_SCOPES.filter((scope) => request.scopes.includes(scope)), ...writes];
  const grant_id = await makeGrant(ports, request, { tenant_id: company.id, user_id: decider.user_id, scopes });
  const code = mintToken("code", ports.randomBytes);
  await insertToken(ports.system, {
    kind: "code",
    digest: code.digest,
    grant_id,
    scopes,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
    request,
  });
  return answered(ports, request, { code: code.text });
}

interface NewGrantOf {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
}

async function makeGrant(ports: OAuthPorts, request: AuthorizationRequest, grant: NewGrantOf): Promise<string> {
  const { tenant_id, user_id, scopes } = grant;
  const id = ports.newId();
  const { client, redirect_uri, resource } = request;
  const created_at = ports.clock.now();
  const row = { id, user_id, client_id: client.id, client_name: client.name, resource, scopes, created_at };
  await ports.tenantDb(tenant_id, "live").transaction(async (tx) => {
    await insertGrant(tx, { ...row, redirect_host: redirectHost(redirect_uri) });
    const by = { clock: ports.clock, principal: { actor: `user:${user_id}` }, tenant: { id: tenant_id } };
    const payload = { client_id: client.id, scopes: [...scopes] };
    await appendAudit(by, tx, [{ action: "oauth_grant.created", subject: id, payload }]);
  });
  await updateClientUse(ports.system, client.id, created_at);
  return id;
}

function answered(
  ports: OAuthPorts,
  { redirect_uri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): Decision {
  const address = answerAddress({ redirect_uri, state: state ?? undefined }, ports.addresses.base_url, answer);
  return { kind: "answered", address };
}

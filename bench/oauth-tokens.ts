import { createHash } from "node:crypto";
import { openAccounts } from "../src/composition/accounts.ts";
import {
  approveRequest,
  exchangeCode,
  keepRequest,
  type OAuthPorts,
  registerClient,
  requesterOf,
} from "../src/modules/oauth/index.ts";
import { ensureAccount, setTenantRole } from "../src/modules/users/index.ts";
import { MemoryRateStore } from "../src/platform/rates/rate-limiter.ts";
import type { Service } from "../src/composition/service.ts";

const CALLBACK = "https://assistant.example/callback";
const AT_ONCE = 8;

/**
 * Access tokens of a company's own administrator, each of a connection of its own: as a key, a connection may read 600 times
 * a minute. They are good for an hour.
 */
export async function connectAssistants(service: Service, tenant_id: string, count: number): Promise<string[]> {
  const { clock } = service;
  const accounts = await openAccounts(service, new MemoryRateStore(clock));
  try {
    const { users, oauth } = accounts;
    const person = { email: "bench@bench.example", name: "Bench", language: "en" } as const;
    const { id: user_id } = await ensureAccount(users, person, "operator");
    await setTenantRole(users, { tenant_id, user_id, role: "admin" }, "operator");
    const registration = { client_name: "Bench", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
    const { client_id } = await registerClient(oauth, registration);
    const tokens: string[] = [];
    while (tokens.length < count) {
      const group = Array.from({ length: Math.min(AT_ONCE, count - tokens.length) }, () =>
        connect(oauth, { client_id, tenant_id, user_id }),
      );
      tokens.push(...(await Promise.all(group)));
    }
    return tokens;
  } finally {
    await accounts.close();
  }
}

interface Connection {
  readonly client_id: string;
  readonly tenant_id: string;
  readonly user_id: string;
}

async function connect(oauth: OAuthPorts, { client_id, tenant_id, user_id }: Connection): Promise<string> {
  const code_verifier = oauth.randomBytes(32).toString("base64url");
  const asked = new URLSearchParams({
    client_id,
    response_type: "code",
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const request = await keepRequest(oauth, await requesterOf(oauth, asked, user_id), asked, user_id);
  const decider = { user_id, authenticated_at: oauth.clock.now() };
  const decision = await approveRequest(oauth, request, decider, { tenant_id, writes: [] });
  if (decision.kind !== "answered") throw new Error(`the connection was not made: ${decision.kind}`);
  const code = new URL(decision.address).searchParams.get("code") ?? "";
  const exchange = { grant_type: "authorization_code", client_id, code, code_verifier };
  return (await exchangeCode(oauth, new URLSearchParams(exchange), undefined)).access_token;
}

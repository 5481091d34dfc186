import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { legacy, mcpFixture, payload, post } from "../../support/mcp-fixture.ts";

const { endpoint } = mcpFixture();

describe("credentials", () => {
  const metadata = 'resource_metadata="https://carbon.example/.well-known/oauth-protected-resource/api/mcp"';
  const scopes =
    'scope="emissions:read activities:read reports:read data_sources:read quota:read factors:read suppliers:read ' +
    'targets:read scenarios:read tenant:read webhooks:read"';

  test("[contract 4.1.credential] a missing credential is 401 with the metadata address and the request's id", async () => {
    const response = await post(endpoint, legacy("tools/list", {}, "abc"), { authorization: undefined });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe(`Bearer ${metadata}, ${scopes}`);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(payload(response)).toEqual({
      jsonrpc: "2.0",
      id: "abc",
      error: {
        code: -32001,
        message: "Send Authorization: Bearer <key>.",
        data: {
          code: "auth.missing_token",
          title: "Missing or malformed Authorization header",
          detail: "Send Authorization: Bearer <key>.",
        },
      },
    });
  });

  test("an unknown credential says invalid_token", async () => {
    const response = await post(endpoint, legacy("ping"), { authorization: "Bearer nobody" });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe(`Bearer ${metadata}, ${scopes}, error="invalid_token"`);
    expect(payload(response)).toMatchObject({ error: { code: -32001, data: { code: "auth.invalid_token" } } });
  });

  test.each([
    ["auth.key_revoked", 401],
    ["auth.key_expired", 401],
    ["auth.key_environment_mismatch", 401],
    ["auth.ip_not_allowed", 403],
  ] as const)("[contract 7.2.4.refused] %s is -32001 with HTTP %i", async (code, status) => {
    const refused = mcpFixture({ refusal: { kind: "refused", error: new ServiceError(code, "No.") } }).endpoint;
    const response = await post(refused, legacy("tools/list"));
    expect(response.status).toBe(status);
    expect(payload(response)).toMatchObject({ id: 1, error: { code: -32001, data: { code } } });
    expect("www-authenticate" in response.headers).toBe(status === 401);
  });

  test("the address limit is 429 with Retry-After", async () => {
    const error = new ServiceError("rate_limit.ip_exceeded", "Wait 9 seconds.");
    const refused = mcpFixture({ refusal: { kind: "refused", error, retry_after_seconds: 9 } }).endpoint;
    const response = await post(refused, legacy("initialize"));
    expect(response.status).toBe(429);
    expect(response.headers["retry-after"]).toBe("9");
    expect(payload(response)).toMatchObject({ error: { code: -32001, data: { code: "rate_limit.ip_exceeded" } } });
  });

  test("a refusal reads no large body for its id and survives a broken one", async () => {
    const large = { ...Object(legacy("ping", { filler: "x".repeat(100_000) }, 5)) };
    const none = { authorization: undefined };
    expect(payload(await post(endpoint, large, none))).toMatchObject({ id: null });
    expect(payload(await post(endpoint, "{", none))).toMatchObject({ id: null, error: { code: -32001 } });
  });
});

import { expect } from "vitest";

interface DoorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Expects what each kind of client is told while there is no database; nothing of it names what is inside. */
export async function answersDuringOutage(base: string, key: string): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}): Promise<DoorAnswer> => {
    const headers = { authorization: `Bearer ${key}`, ...Object(init.headers) };
    const response = await fetch(base + path, { redirect: "manual", ...init, headers });
    const text = await response.text();
    expect(text, path).not.toMatch(/\bat \/|node_modules|select |ECONN|ENOENT|sock|postgres|57P0/i);
    return { status: response.status, headers: response.headers, text };
  };
  const json = { "content-type": "application/json", accept: "application/json" };
  const paths = [
    "/api/v1/emissions/summary",
    "/api/v1/activities?limit=1",
    "/api/v1/audit",
    "/verify/" + "a".repeat(64),
  ];
  for (const path of [...paths, ...paths, ...paths]) {
    const { status, headers, text } = await ask(path, { headers: { accept: "application/json" } });
    expect([status, headers.get("content-type")], path).toEqual([503, "application/problem+json"]);
    expect(JSON.parse(text)).toMatchObject({ code: "server.unavailable", retry_after_seconds: 5 });
    expect(headers.get("retry-after")).toBe("5");
  }
  const posted = await ask("/api/v1/departments", { method: "POST", headers: json, body: '{"name":"A"}' });
  expect([posted.status, posted.headers.get("retry-after")]).toEqual([503, "5"]);

  const rpc = (method: string, params: unknown): RequestInit => ({
    method: "POST",
    headers: json,
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  const call = await ask("/api/mcp", rpc("tools/call", { name: "get_emissions_summary", arguments: {} }));
  expect(call.status).toBe(200);
  const { result } = JSON.parse(call.text) as {
    result: { isError: boolean; content: { text: string }[]; _meta: unknown };
  };
  expect(result).toMatchObject({ isError: true, _meta: { retry_after_seconds: 5 } });
  expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ code: "server.unavailable" });
  const list = await ask("/api/mcp", rpc("tools/list", {}));
  expect([list.status, list.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(JSON.parse(list.text)).toMatchObject({ error: { code: -32603, data: { code: "server.unavailable" } } });

  const legacy = await ask("/api/invoices/status/0198c0de-0000-7000-8000-000000000001", {
    headers: { "x-api-key": "a".repeat(64) },
  });
  expect([legacy.status, legacy.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(Object.keys(JSON.parse(legacy.text) as object)).toEqual(["message"]);

  const body = JSON.stringify({ client_name: "A", redirect_uris: ["http://127.0.0.1/callback"] });
  const registered = await ask("/oauth/register", { method: "POST", headers: json, body });
  expect([registered.status, registered.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(JSON.parse(registered.text)).toMatchObject({ error: "temporarily_unavailable" });

  const html = { accept: "text/html", cookie: `carbon_session=${"a".repeat(43)}`, "accept-language": "da" };
  for (const path of ["/account", "/login", `/verify/${"a".repeat(64)}`]) {
    const page = await ask(path, { headers: html });
    expect([page.status, page.headers.get("content-type")], path).toEqual([503, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Tjenesten er ikke klar lige nu");
  }
}

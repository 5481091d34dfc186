import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installedCompany } from "../support/installed-company.ts";
import { freePort } from "../support/free-port.ts";
import { debianProgram } from "../support/debian-program.ts";
import { type ProxyKind, type ProxyProgram, startProxy } from "../support/proxy-program.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

const SANDBOX = "sandbox.ledger.example.com";
const REQUESTS_PER_MINUTE = 200;
const MIB = 1024 * 1024;

let site: Installation;
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  site = installation();
  service = await site.start({
    env: {
      BASE_URL: "https://ledger.example.com",
      SANDBOX_API_URL: `https://${SANDBOX}`,
      TRUSTED_PROXIES: "127.0.0.1/32",
      IP_RATE_LIMIT: String(REQUESTS_PER_MINUTE),
    },
  });
  ({ key } = await installedCompany(site, "Acme ApS", "live"));
}, 300_000);
afterAll(async () => {
  await site.remove();
});

const SECRET = "c0ffee5ecret";

/** What a proxy has logged after it was asked for addresses with a secret at each place where a page may have one. */
async function logOf(proxy: ProxyProgram, work: () => Promise<void>): Promise<string> {
  const headers = { referer: `https://ledger.example.com/account/password/${SECRET}` };
  const paths = [
    `/account/password/${SECRET}`,
    `/account//password/${SECRET}`,
    `/login?next=${SECRET}`,
    `/oauth/authorize?state=${SECRET}&code=${SECRET}`,
    `/account/connections?x=${SECRET}`,
    "/account/documents",
  ];
  await Promise.all([work(), ...paths.map(async (path) => await proxy.call(path, { headers })), proxy.call("/login")]);
  return await until("its log", () => (/\/login|refused/.test(proxy.log()) ? proxy.log() : null));
}

const KINDS: readonly { kind: ProxyKind; clients: readonly [string, string] }[] = [
  { kind: "nginx", clients: ["127.0.0.2", "127.0.0.3"] },
  { kind: "caddy", clients: ["127.0.0.4", "127.0.0.5"] },
];

describe.each(KINDS)("the recipe for $kind", ({ kind, clients: [client, other] }) => {
  const isInstalled = debianProgram(kind) !== null;
  let proxy: ProxyProgram;

  beforeAll(async () => {
    if (isInstalled) proxy = await startProxy(kind, service.base.replace("http://", ""));
  });
  afterAll(async () => {
    if (isInstalled) await proxy.stop();
  });

  test.skipIf(!isInstalled)(
    `answers http with https, and browsers are told to stay there (needs ${kind})`,
    async () => {
      const plain = await fetch(`${proxy.http}/login?a=b`, {
        redirect: "manual",
        headers: { host: "ledger.example.com" },
      });
      expect(plain.status).toBe(308);
      const { status, headers } = await proxy.call("/login");
      expect({ status, hsts: headers["strict-transport-security"] }).toEqual({ status: 200, hsts: "max-age=31536000" });
    },
  );

  test.skipIf(!isInstalled)(`tells application and sandbox apart by their names (needs ${kind})`, async () => {
    const headers = { authorization: `Bearer ${key}` };
    expect((await proxy.call("/api/v1/me", { headers })).status).toBe(200);
    expect((await proxy.call("/login", { host: SANDBOX })).status).toBe(404);
    // A live key is none of the sandbox.
    expect((await proxy.call("/api/v1/me", { host: SANDBOX, headers })).status).toBe(401);
  });

  test.skipIf(!isInstalled)(`lets the largest upload through that the service takes (needs ${kind})`, async () => {
    const parts = ["a.csv", "b.csv", "c.csv"].map(
      (name) =>
        `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${"1;2\n".repeat(6 * MIB)}\r\n`,
    );
    const headers = { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=x" };
    const body = `${parts.join("")}--x--\r\n`;
    const sent = await proxy.call("/api/v1/activities/bulk", { method: "POST", headers, body });
    expect(sent.status, sent.text.slice(0, 500)).toBe(202);
  });

  test.skipIf(!isInstalled)(`passes an assistant's stream on (needs ${kind})`, async () => {
    const answer = await proxy.call("/api/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    expect(answer.text).toMatch(/^(?:event: message\n)?data: \{/);
  });

  test.skipIf(!isInstalled)(`logs requests, but no secret of an address (needs ${kind})`, async () => {
    const words = await logOf(proxy, async () => {
      const plain = { redirect: "manual", headers: { host: "ledger.example.com" } } as const;
      await fetch(`${proxy.http}/account/password/${SECRET}?x=${SECRET}`, plain);
    });
    expect(words).not.toContain(SECRET);
    expect(words).toMatch(/\/account\/password\/-/);
    expect(words).toMatch(/\/login/);
  });

  test.skipIf(!isInstalled)(`nor while the service is away (needs ${kind})`, { timeout: 180_000 }, async () => {
    const alone = await startProxy(kind, `127.0.0.1:${await freePort()}`);
    try {
      const words = await logOf(alone, async () => {
        // Its error log tells of what carries no secret.
        expect((await alone.call("/healthz")).status).toBe(502);
      });
      expect(words).toMatch(/connect/);
      expect(words).not.toContain(SECRET);
    } finally {
      await alone.stop();
    }
  });

  test.skipIf(!isInstalled)(`keeps metrics inside (needs ${kind})`, async () => {
    expect((await proxy.call("/metrics")).status).toBe(404);
  });

  test.skipIf(!isInstalled)(`counts each client by itself, whatever it says to be (needs ${kind})`, async () => {
    const statuses: number[] = [];
    // A minute of the limit may end in between: what fills two of them fills one.
    for (let sent = 0; sent < 2 * REQUESTS_PER_MINUTE + 60 && !statuses.includes(429); sent += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${sent % 250}` };
      statuses.push((await proxy.call("/api/v1/me", { from: client, headers })).status);
    }
    expect(statuses).toContain(429);
    expect((await proxy.call("/api/v1/me", { from: other })).status).toBe(401);
  });
});

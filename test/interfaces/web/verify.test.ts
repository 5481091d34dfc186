import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import {
  addAttestation,
  addReport,
  ATTESTED_WORDS,
  newestReport,
  REPORT_CONSULTANT,
} from "../../support/demo-reports.ts";
import { call } from "../../support/http-client.ts";

let app: TestApp;
let tenant: TenantIdentity;
let other: TenantIdentity;

const SECRET_NAME = "Hemmelig Virksomhed A/S";
const HTML = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
const JSON_ONLY = { accept: "application/json" };

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant({ name: SECRET_NAME });
  other = await app.db.tenant({ name: "Another" });
});
afterAll(() => app.close());

const look = (path: string, headers: Readonly<Record<string, string>> = HTML) => call(app.main, path, { headers });

async function issued(of: TenantIdentity = tenant): Promise<{ id: string; sha256: string }> {
  await addReport(app.db, of);
  const report = await newestReport(app.db, of);
  if (report === undefined) throw new Error("no report");
  return report;
}

describe("the public page about a file", () => {
  test("says when a file was issued, of which kind, and that nobody has attested it", async () => {
    const { sha256 } = await issued();
    const page = await look(`/verify/${sha256}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("This file was issued here");
    expect(page.text).toContain("VSME Basic, JSON");
    expect(page.text).toContain("Nobody has attested this file.");
    expect(page.text).toContain('<html lang="en">');
    expect(page.headers).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(page.text).not.toMatch(/<script/i);
    const danish = await look(`/verify/${sha256}`, { ...HTML, "accept-language": "da-DK,en;q=0.5" });
    expect(danish.text).toContain("Filen er udstedt her");
  });

  test("names who attested it, and says when that covers the newest version no more", async () => {
    const { id, sha256 } = await issued();
    await addAttestation(app.db, tenant, id);
    const page = await look(`/verify/${sha256}`);
    const { attested_by, standard } = attestReport.example.output as {
      attested_by: { name: string; role: string };
      standard: string;
    };
    expect(page.text).toContain(attested_by.name);
    expect(page.text).toContain(`<bdi>${attested_by.role}</bdi>, <bdi>Klimarevision ApS</bdi>`);
    expect(page.text).toContain(`Limited, ${standard}`);
    expect(page.text).toContain("Valid");
    expect(page.text).not.toContain("newer report");
    await issued();
    const later = await look(`/verify/${sha256}`);
    expect(later.text).toContain("there is a newer report than this file");
    expect(later.text).not.toContain("Valid");
  });

  test("warns when the attester had itself entered what the report says", async () => {
    const ctx = app.db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
    await invoke(setReportInput, ctx, { report_year: 2025, datapoint: "Turnover", value: 1_000_000 });
    const { id, sha256 } = await issued();
    await addAttestation(app.db, tenant, id);
    const warning = "The attester had itself entered or decided on some of what the report says.";
    expect((await look(`/verify/${sha256}`)).text).toContain(warning);
    await addAttestation(app.db, other, (await issued(other)).id);
    const independent = await newestReport(app.db, other);
    expect((await look(`/verify/${independent?.sha256}`)).text).not.toContain(warning);
  });

  test("tells nothing else: no company, no figure, no id, neither on the page nor as JSON", async () => {
    const { id, sha256 } = await issued();
    await addAttestation(app.db, tenant, id);
    const page = await look(`/verify/${sha256}`);
    const answer = await look(`/verify/${sha256}`, JSON_ONLY);
    for (const text of [page.text, answer.text]) {
      for (const secret of [SECRET_NAME, tenant.id, id, ATTESTED_WORDS]) expect(text).not.toContain(secret);
    }
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(Object.keys(answer.json()).toSorted()).toEqual(
      ["attestations", "environment", "format", "is_issued", "issued_at", "sha256", "standard_type"].toSorted(),
    );
    expect(answer.json()).toMatchObject({ is_issued: true, environment: "live", format: "json" });
    const [attestation] = (answer.json() as unknown as { attestations: object[] }).attestations;
    expect(Object.keys(attestation ?? {}).toSorted()).toEqual(
      ["attested_at", "firm_entered_data", "engagement_type", "firm", "name", "role", "standard", "status"].toSorted(),
    );
  });

  test("finds a file whatever company it is of, and says of the sandbox's that they are test data", async () => {
    expect((await look(`/verify/${(await issued(other)).sha256}`)).status).toBe(200);
    const { sha256 } = await issued({ ...tenant, environment: "sandbox" });
    const page = await look(`/verify/${sha256}`);
    expect(page.text).toContain("test data in the sandbox");
    expect((await look(`/verify/${sha256}`, JSON_ONLY)).json()).toMatchObject({ environment: "sandbox" });
  });

  test("says plainly that it did not issue a file", async () => {
    const unknown = "0".repeat(64);
    const page = await look(`/verify/${unknown}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("This file was not issued here");
    const answer = await look(`/verify/${unknown}`, JSON_ONLY);
    expect([answer.status, answer.json()]).toEqual([404, { sha256: unknown, is_issued: false }]);
  });

  test.each(["xyz", "0".repeat(63), "0".repeat(65), `${"0".repeat(63)}g`, "%3Cscript%3E", `${"0".repeat(64)}'--`])(
    "refuses %s, which is no SHA-256",
    async (text) => {
      const page = await look(`/verify/${text}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain("This is not a SHA-256");
      expect(page.text).not.toMatch(/<script/i);
      const answer = await look(`/verify/${text}`, JSON_ONLY);
      expect(answer.json()).toMatchObject({ status: 400, code: "request.validation_failed" });
    },
  );

  test("takes a hash as people copy it, by a form that needs no script", async () => {
    const { sha256 } = await issued();
    const form = await look("/verify");
    expect(form.status).toBe(200);
    expect(form.text).toContain('<form method="get" action="/verify">');
    const spaced = sha256.toUpperCase().replaceAll(/(.{8})/g, "$1 ");
    const sent = await look(`/verify?sha256=${encodeURIComponent(spaced)}`);
    expect([sent.status, sent.headers["location"]]).toEqual([303, `/verify/${sha256}`]);
    expect((await look(`/verify/${sha256.toUpperCase()}`)).status).toBe(200);
    expect((await look("/verify?sha256=nonsense")).status).toBe(400);
  });

  test("is not served where only the sandbox's interface is", async () => {
    const { sha256 } = await issued();
    expect((await call(app.sandbox, `/verify/${sha256}`, { headers: HTML })).text).not.toContain("issued here");
  });
});

test("whoever asks too often is refused for a while", async () => {
  const limited = await testApp({ settings: { ip_rate_limit: 3 } });
  try {
    const ask = () => call(limited.main, `/verify/${"0".repeat(64)}`, { headers: JSON_ONLY });
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(404);
    const refused = await ask();
    expect(refused.json()).toMatchObject({ status: 429, code: "rate_limit.ip_exceeded" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

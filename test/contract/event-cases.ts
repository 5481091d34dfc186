import type { Client } from "pg";
import type { TenantIdentity } from "../../src/core/context.ts";
import type { EventName } from "../../src/core/events.ts";
import { invoke } from "../../src/core/invoke.ts";
import { PLANS } from "../../src/core/plans.ts";
import { attestReport } from "../../src/modules/reports/attest-report.ts";
import { generateReport } from "../../src/modules/reports/generate-report.ts";
import { getReportStatus } from "../../src/modules/reports/get-report-status.ts";
import { giveUpReport, renderReport } from "../../src/modules/reports/index.ts";
import type { ReportJob } from "../../src/modules/reports/report.ts";
import type { TestApp, TestKey } from "../support/app.ts";
import { consultant, consultantKey, grant } from "../support/consultants.ts";
import { addReport, newestReport } from "../support/demo-reports.ts";
import type { Answer, AnswerBody } from "../support/http-client.ts";
import { ledgerLine, record } from "../support/ledger.ts";
import { uploadBody } from "../support/rest-request.ts";

/** What a case has at hand, made anew for each use. */
export interface Site {
  readonly app: TestApp;
  /** As the owner of the database, across tenants. */
  readonly owner: Client;
  readonly tenant: TenantIdentity;
  readonly key: TestKey;
  post(path: string, body: object, by?: TestKey, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** One way to cause an event: `prepare` goes before it, `cause` is the one act, by a caller or a job. */
export interface EventCase {
  readonly event: EventName;
  readonly door: string;
  prepare(at: Site): Promise<Act>;
}

export interface Act {
  /** Does it. Answers over HTTP where that is the door. */
  cause(): Promise<Answer | null>;
  /** The record that data.id must name, from the answer or from what was there. */
  id(body: AnswerBody): string | undefined | Promise<string | undefined>;
  /** The same door, with something that is refused; null where the door is a job. */
  refused(): Promise<Answer | null>;
  /** data as it is documented, without id: names of its members. */
  readonly members: readonly string[];
}

/** A company of its own with a key. */
export async function eventSite(app: TestApp, owner: Client): Promise<Site> {
  const tenant = await app.db.tenant();
  const key = await app.key(tenant);
  const post: Site["post"] = (path, body, by = key, headers = {}) =>
    app.as(by, `/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { app, owner, tenant, key, post };
}

const TARGET = { name: "Halve", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };
const TARGET_MEMBERS = words(
  "baseline_emissions baseline_year category name scope target_reduction_percent target_type target_year",
);
const TERMS = ["format", "language", "report_year", "standard_type"];

async function supplier({ post }: Site): Promise<string> {
  return (await post("/suppliers", { supplier_name: "Skovens A/S", supplier_identifier: "17320508" })).json().id ?? "";
}
const invite = (at: Site, id: string) => at.post(`/suppliers/${id}/invite`, { email: "a@skov.example" });

/** A case for each event and for each door that it has. */
export const EVENT_CASES: readonly EventCase[] = [
  {
    event: "supplier.invited",
    door: "POST /suppliers/:id/invite",
    async prepare(at) {
      const id = await supplier(at);
      return {
        cause: () => invite(at, id),
        id: () => id,
        refused: () => at.post(`/suppliers/${id}/invite`, { email: "no address" }),
        members: ["due_on", "report_year", "status", "supplier_identifier"],
      };
    },
  },
  {
    event: "supplier.connected",
    door: "POST /supplier-invitations/accept",
    async prepare(at) {
      const id = await supplier(at);
      // The answer holds the invitation and its token.
      const { invitation } = (await invite(at, id)).json() as { invitation: { token: string } };
      const accept = (token: string) => at.post("/supplier-invitations/accept", { token });
      return {
        cause: () => accept(invitation.token),
        id: () => id,
        refused: () => accept(`si_${"0".repeat(43)}`),
        members: ["accepted_at", "status", "supplier_identifier"],
      };
    },
  },
  {
    event: "target.created",
    door: "POST /targets",
    prepare: (at) =>
      Promise.resolve({
        cause: () => at.post("/targets", { ...TARGET, baseline_emissions: 48_000 }),
        id: (body) => body.id,
        // The ledger has no figures of that year: refused within the transaction.
        refused: () => at.post("/targets", TARGET),
        members: TARGET_MEMBERS,
      }),
  },
  {
    event: "report.generation_started",
    door: "the render job, asked for over POST /reports",
    async prepare(at) {
      const ctx = at.app.db.context(at.tenant);
      await record(ctx, [ledgerLine(1, { date: "2025-03-01" })]);
      const job = await at.post("/reports", generateReport.example.input);
      const id = job.json().id ?? "";
      return {
        cause: () => renderReport(ctx, id).then(() => null),
        id: () => id,
        refused: () => at.post("/reports", { ...generateReport.example.input, report_year: 1900 }),
        members: TERMS,
      };
    },
  },
  {
    event: "report.generation_completed",
    door: "the render job, asked for over POST /reports",
    async prepare(at) {
      const ctx = at.app.db.context(at.tenant);
      await record(ctx, [ledgerLine(1, { date: "2025-03-01" })]);
      const job = (await at.post("/reports", generateReport.example.input)).json();
      return {
        cause: () => renderReport(ctx, job.id ?? "").then(() => null),
        // The operation answers with the job.
        id: async () => ((await invoke(getReportStatus, ctx, { id: job.id })) as ReportJob).generated_report_id ?? "",
        refused: async () => {
          await giveUpReport(ctx, job.id ?? "", "given up");
          await renderReport(ctx, job.id ?? "");
          return null;
        },
        members: [...TERMS, "job_id", "sha256"],
      };
    },
  },
  {
    event: "report.attested",
    door: "POST /reports/:id/attestations",
    async prepare(at) {
      await addReport(at.app.db, at.tenant);
      const report = await newestReport(at.app.db, at.tenant);
      const organisation = await consultant(at.app.db, `Klima ${at.tenant.id}`);
      const theirs = await consultantKey(at.app.db, organisation);
      await grant(at.app.db, at.tenant, organisation);
      const { report_id: _, ...terms } = attestReport.example.input;
      const attest = (sha256: string | undefined) =>
        at.post(`/reports/${report?.id}/attestations`, { ...terms, sha256 }, theirs, { "x-svc-tenant": at.tenant.id });
      return {
        cause: () => attest(report?.sha256),
        id: () => report?.id,
        refused: () => attest("0".repeat(64)),
        members: ["attestation_id", "engagement_type", "sha256", "standard"],
      };
    },
  },
  ...([80, 100] as const).map((percent): EventCase => ({
    event: "usage.quota_threshold",
    door: `POST /activities/bulk, the invoice that makes it ${percent} %`,
    async prepare(at) {
      const limit = PLANS.enterprise.invoices_per_month;
      const month = `${at.app.db.clock.now().toISOString().slice(0, 7)}-01`;
      const notified = percent === 80 ? 0 : 80;
      await at.owner.query(
        `insert into quota_usage (tenant_id, environment, period_start, used, threshold_notified)
           values ($1, 'live', $2, $3, $4)`,
        [at.tenant.id, month, (limit * percent) / 100 - 1, notified],
      );
      const upload = { method: "POST", ...uploadBody() };
      return {
        cause: () => at.app.as(at.key, "/api/v1/activities/bulk", upload),
        id: () => `${at.tenant.id}:${month}:${percent}`,
        refused: () => at.app.as(at.key, "/api/v1/activities/bulk", { ...upload, body: "no parts" }),
        members: ["limit", "period_end", "period_start", "threshold_percent", "used"],
      };
    },
  })),
  {
    event: "api_key.created",
    door: "POST /api-keys",
    prepare: async (at) => {
      const poor = await at.app.key(at.tenant, { scopes: ["emissions:read"] });
      return {
        cause: () => at.post("/api-keys", { name: "BI", scopes: ["emissions:read"] }),
        id: (body) => body.id,
        refused: () => at.post("/api-keys", { name: "BI", scopes: ["webhooks:manage"] }, poor),
        members: ["environment", "expires_at", "scopes"],
      };
    },
  },
  {
    event: "api_key.revoked",
    door: "DELETE /api-keys/:id",
    async prepare(at) {
      const { id } = await at.app.key(at.tenant);
      const revoke = (key_id: string) => at.app.as(at.key, `/api/v1/api-keys/${key_id}`, { method: "DELETE" });
      return {
        cause: () => revoke(id),
        id: () => id,
        refused: () => revoke("0198c0de-0000-7000-8000-00000000dead"),
        members: ["environment", "revoked_at"],
      };
    },
  },
];

function words(text: string): string[] {
  return text.split(" ");
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import { verifyFile } from "../../../src/modules/reports/index.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import type { AttestationRecord, ReportRecord } from "../../../src/modules/reports/report.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { addReport, newestReport } from "../../support/demo-reports.ts";

let db: TestDatabase;
let tenant: TenantIdentity;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
});

/** A key of the organisation, as it is named in the audit log. */
function acting(organisation: string, key: string): Context {
  const consultant = { id: organisation, name: "Firm", key_name: key, key_expires_at: null, grant_id: null };
  const actor = `consultant_key:${key}@consultant:${organisation}`;
  return db.context(tenant, SCOPES, { principal: { kind: "consultant_key", actor, consultant } });
}

const FIRM = "0198c0de-0000-7000-8000-0000000000d0";
const OTHER = "0198c0de-0000-7000-8000-0000000000d9";

async function report(): Promise<ReportRecord> {
  await addReport(db, tenant);
  const newest = await newestReport(db, tenant);
  if (newest === undefined) throw new Error("no report");
  return newest;
}

async function attest({ id, sha256 }: ReportRecord, ctx: Context, given: object = {}): Promise<AttestationRecord> {
  const input = { ...attestReport.example.input, report_id: id, sha256, ...given };
  // The operation's own output.
  return (await invoke(attestReport, ctx, input)) as AttestationRecord;
}

const flagsOf = async ({ sha256 }: ReportRecord) =>
  (await verifyFile(db.database.system, sha256))?.attestations.map((one) => one.firm_entered_data);

describe("an attester who has entered data", () => {
  test("of the report's year is flagged, whichever of the firm's keys did it; another firm is not", async () => {
    const answer = { report_year: 2025, datapoint: "Turnover", value: 1_000_000 };
    await invoke(setReportInput, acting(FIRM, "first"), answer);
    const file = await report();
    expect(await attest(file, acting(FIRM, "second"))).toMatchObject({ firm_entered_data: true });
    expect(await attest(file, acting(OTHER, "third"))).toMatchObject({ firm_entered_data: false });
    expect(await flagsOf(file)).toEqual([true, false]);
  });

  test("of another year is not", async () => {
    await invoke(setReportInput, acting(FIRM, "first"), { report_year: 2024, datapoint: "Turnover", value: 1 });
    expect(await attest(await report(), acting(FIRM, "first"))).toMatchObject({ firm_entered_data: false });
  });

  test("by deciding on a line of the year is flagged", async () => {
    await report();
    const { items } = (await invoke(listActivities, db.context(tenant), {})) as { items: { id: string }[] };
    const decision = { id: items[0]?.id, category_id: "purchases.goods.office_supplies", reason: "as the meter says" };
    await invoke(recategorizeActivity, acting(FIRM, "first"), decision);
    expect(await attest(await report(), acting(FIRM, "first"))).toMatchObject({ firm_entered_data: true });
  });

  test("afterwards keeps what was said of it when it signed", async () => {
    const file = await report();
    await attest(file, acting(FIRM, "first"));
    await invoke(setReportInput, acting(FIRM, "first"), { report_year: 2025, datapoint: "Turnover", value: 1 });
    expect(await flagsOf(file)).toEqual([false]);
  });
});

describe("what everybody reads of an attestation", () => {
  test.each([
    ["a mark that turns the reading direction", { name: "Mette \u202Emloh" }],
    ["nothing to see", { name: "\u200B\u2060" }],
    ["a line break", { role: "Partner\nSet-Cookie: a=b" }],
    ["a control character", { role: "Partner\u001B[2J" }],
    ["a hidden mark in the conclusion", { statement: "Nothing \u2066has come" }],
  ])("is refused with %s", async (_what, given) => {
    const [path] = Object.keys(given);
    await expect(attest(await report(), acting(FIRM, "first"), given)).rejects.toMatchObject({
      code: "request.validation_failed",
      extras: { issues: [{ path }] },
    });
  });

  test("may have accents, other scripts and a conclusion of several lines", async () => {
    const given = { name: "Zoë Müller-Ångström", role: "Партнёр", statement: "First.\r\nSecond." };
    expect(await attest(await report(), acting(FIRM, "first"), given)).toMatchObject({
      attested_by: { name: given.name, role: given.role },
    });
  });

  test("is a hundred attestations at most, the newest", async () => {
    const file = await report();
    for (let count = 0; count < 103; count += 1) await attest(file, acting(FIRM, "first"), { name: `Signer ${count}` });
    const shown = (await verifyFile(db.database.system, file.sha256))?.attestations.map(({ name }) => name);
    expect([shown?.length, shown?.at(0), shown?.at(-1)]).toEqual([100, "Signer 3", "Signer 102"]);
  });
});

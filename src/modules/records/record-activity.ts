import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { recordDocuments, recordsForYears, triedForYears } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { assertTakesActivities } from "../departments/index.ts";
import { companySettings } from "../company-factors/index.ts";
import { calculateRecord } from "./calculate-record.ts";
import { identicalRecords } from "./identical-records.ts";
import {
  type CountedRecord,
  fingerprintOf,
  recordActivityRow,
  recordBatch,
  type Statement,
  statementOf,
} from "./new-record.ts";
import { pendingOfRecords } from "./pending-of-records.ts";
import { EXAMPLE_RECORD } from "./record-example.ts";
import { coverRows, previewCover } from "./record-covers.ts";
import { evidenceOf } from "./record-evidence.ts";
import { checkRecord, recordInput } from "./record-input.ts";
import { entriesView, type RecordedActivity, recordedActivity, warningsOf } from "./record-view.ts";
import { statedEvent } from "./stated-event.ts";
import { insertRecords } from "./store.ts";

export const recordActivity = defineOperation({
  name: "record_activity",
  title: "Record an activity",
  description:
    "Books what no invoice tells: mileage allowance, refrigerant that was filled up, commuting, homeworking, own generation, " +
    "sold products, franchises, investments, energy read from a meter. State a quantity with its unit, a net amount with its " +
    "currency, or, where no physical quantity can be counted in the category, the emissions that a source states. With " +
    "`dry_run` the answer says what it would count, and nothing is written. Refused, with the units that the category takes, when " +
    "nothing can be calculated. covers names accounts and a period: rows of the books there are evidence of the record and count " +
    "nothing; where they differ from it by more than 10 % it waits for review. What would count in a closed year waits " +
    "(pending_restatements). Files of `evidence` are uploaded before (upload_evidence). A record costs no invoice of the quota and is never matched with a purchase; the same record " +
    "sent twice counts twice and is warned of, so send an Idempotency-Key. Next: get_emission_lineage.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: recordInput.extend({
    dry_run: z.boolean().default(false).describe("Only say what it would count"),
  }),
  output: recordedActivity,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities", status: 201 },
  tool: false,
  callers: "any",
  example: EXAMPLE_RECORD,
  async run(ctx, { dry_run, ...input }) {
    const checked = checkRecord(input, ctx.clock.now());
    if (checked.kind === "issues") throw validationError([...checked.issues]);
    const [catalog, settings] = await Promise.all([ctx.catalog(), companySettings(ctx.db)]);
    const { newId } = ctx;
    const outcome = calculateRecord(checked.facts, { catalog, settings, country: ctx.tenant.country, newId });
    if (outcome.kind === "refused") throw validationError([outcome.issue]);
    const evidence = await evidenceOf(ctx.db, input.evidence ?? []);
    const record = { facts: checked.facts, reason: input.reason, evidence, entries: outcome.entries };
    return dry_run ? await preview(ctx, record) : await book(ctx, record);
  },
});

async function preview(ctx: Context, record: CountedRecord): Promise<RecordedActivity> {
  const { facts, entries, evidence } = record;
  return await ctx.db.readOnly(async (tx) => {
    await assertTakesActivities(tx, facts.department_id);
    const fingerprint = fingerprintOf(facts);
    const earlier = await identicalRecords(tx, [fingerprint]);
    const { covers, warnings } = await previewCover(ctx, tx, facts);
    const { activity, pending } = await triedForYears(tx, recordActivityRow(record, 1), facts.covers);
    return {
      is_dry_run: true,
      activity_id: null,
      document_id: null,
      category_id: facts.category_id,
      transaction_date: facts.transaction_date,
      ...entriesView(activity, entries, []),
      evidence: [...evidence],
      covers,
      warnings: [...warningsOf(earlier.get(fingerprint), evidence), ...warnings],
      // Nobody knows what a record comes to that is asked about.
      ...(covers?.is_asked === true ? {} : pending),
    };
  });
}

/** The statement is stored before anything names it: what is acknowledged can be shown. */
async function book(ctx: Context, record: CountedRecord): Promise<RecordedActivity> {
  const statement = statementOf(ctx, record);
  await ctx.files.put(statement.bytes, statement.sha256);
  return await ctx.db.transaction((tx) => write(ctx, tx, record, statement));
}

async function write(
  ctx: Context,
  tx: TenantTransaction,
  record: CountedRecord,
  statement: Statement,
): Promise<RecordedActivity> {
  const { facts, entries, reason, evidence } = record;
  const chain = await lockAuditChain(tx);
  await assertTakesActivities(tx, facts.department_id);
  const fingerprint = fingerprintOf(facts);
  const earlier = await identicalRecords(tx, [fingerprint]);
  const [counted] = await recordsForYears(tx, [recordActivityRow(record, 1)]);
  const activity = counted?.activity ?? recordActivityRow(record, 1);
  const [recorded] = await recordDocuments(ctx, tx, chain, [recordBatch(record, activity, statement)]);
  const activity_id = recorded?.activity_ids[0];
  if (recorded === undefined || activity_id === undefined) throw new Error("a record became no activity");
  await insertRecords(tx, [{ activity_id, fingerprint, country: facts.country }]);
  const payload = { document_id: recorded.document_id, category: facts.category_id, reason, evidence };
  await appendAudit(ctx, tx, [statedEvent(activity_id, facts, payload)]);
  const [told] = await coverRows(ctx, tx, [{ activity_id, covers: facts.covers }]);
  const { covers = null, warnings = [] } = told ?? {};
  const pending = await pendingOfRecords(tx, [activity_id]);
  return {
    is_dry_run: false,
    activity_id,
    document_id: recorded.document_id,
    category_id: facts.category_id,
    transaction_date: facts.transaction_date,
    ...entriesView(activity, entries, recorded.entry_ids),
    evidence: [...evidence],
    covers,
    warnings: [...warningsOf(earlier.get(fingerprint), evidence), ...warnings],
    ...pending.get(activity_id),
  };
}

import type { Context } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import type { Pausing } from "../../core/turns.ts";
import {
  type CategorizationTables,
  loadCompaniesDecisions,
  loadTenantKnowledge,
  type ModelSuggestion,
  sharedKnowledge,
  supplierCvr,
  supplierKey,
} from "../categorization/index.ts";
import { uploadSourceId } from "../data-sources/index.ts";
import { loadCostCentres } from "../departments/index.ts";
import { companySettings } from "../company-factors/index.ts";
import { loadFootprints } from "../pcf/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { loadMergedSupplierKeys, loadOwnNumbers, loadPeriodRules } from "../supplier-register/index.ts";
import { buildActivities, buildingActivities } from "./build-batch.ts";
import { documentReviewReason } from "./document-review-reason.ts";
import { bookedKind } from "./document-kind.ts";
import { documentKeys } from "./document-keys.ts";
import type { ActivityDraft } from "./draft-activities.ts";
import type { PreparedFile } from "./prepared-file.ts";
import type { UploadFileRow } from "./store.ts";

/** What the service itself brings along to read lines with. */
export interface LineReaders {
  readonly categorization: CategorizationTables;
}

/** What a company's own lines are read with. */
export interface TenantTables extends Pick<
  PreparedFile["tables"],
  | "catalog"
  | "companies"
  | "knowledge"
  | "register"
  | "footprints"
  | "cost_centres"
  | "settings"
  | "company_numbers"
  | "period_rules"
> {
  readonly upload_source_id: string | null;
}

/** Read once for documents that are recorded together; `drafts` are their lines. */
export async function loadTenantTables(ctx: Context, drafts: readonly ActivityDraft[]): Promise<TenantTables> {
  const cvrs = drafts.flatMap(({ supplier }) => supplierCvr(supplier) ?? []);
  const [
    catalog,
    register,
    [taught, merged, companies, footprints, cost_centres, settings, period_rules, upload_source_id, company_numbers],
  ] = await Promise.all([
    ctx.catalog(),
    ctx.companyRegister(),
    ctx.db.readOnly((tx) =>
      Promise.all([
        loadTenantKnowledge(tx),
        loadMergedSupplierKeys(tx),
        loadCompaniesDecisions(tx, cvrs),
        loadFootprints(tx),
        loadCostCentres(tx),
        companySettings(tx),
        loadPeriodRules(tx),
        uploadSourceId(tx),
        loadOwnNumbers(tx),
      ]),
    ),
  ]);
  const knowledge = sharedKnowledge(taught, merged);
  const own = { companies, footprints, cost_centres, settings, period_rules, upload_source_id, company_numbers };
  return { catalog, register, knowledge, ...own };
}

export interface ReadFile extends TenantTables {
  readonly ctx: Context;
  readonly file: UploadFileRow;
  readonly document: ParsedDocument;
  readonly drafts: readonly ActivityDraft[];
}

/** Categorises and calculates what was read of a file, ready to be recorded. Pure; pauses after each line. */
export function* preparingFile(read: ReadFile, ports: LineReaders): Pausing<PreparedFile> {
  const { ctx, file, drafts, upload_source_id, ...tenantTables } = read;
  const document = bookedKind(read.document);
  const { categorization } = ports;
  const data_source_id = file.data_source_id ?? upload_source_id;
  const arrived_on = calendarDay(ctx.clock.now());
  const tables = {
    ...tenantTables,
    categorization,
    region: ctx.tenant.country,
    company_name: ctx.tenant.name,
    arrived_on,
  };
  const activities = yield* buildingActivities(document, drafts, tables, {
    reviewReason: documentReviewReason(document),
    counted: [],
    data_source_id,
  });
  const keys = documentKeys(read.document, supplierKeyOf(document));
  return { ctx, id: file.id, sha256: file.sha256, document, keys, drafts, tables, data_source_id, activities };
}

/** The file with what a language model named for its lines, by their position. Pure. */
export function prepareAgain(file: PreparedFile, suggestions: ReadonlyMap<number, ModelSuggestion>): PreparedFile {
  const { document, drafts, data_source_id } = file;
  const tables = { ...file.tables, suggestions };
  const ledgerMatches = { reviewReason: documentReviewReason(document), counted: [], data_source_id };
  return { ...file, tables, activities: buildActivities(document, drafts, tables, ledgerMatches) };
}

function supplierKeyOf({ supplier }: ParsedDocument): string | null {
  return supplier === null ? null : supplierKey(supplier.name, supplier.identifier);
}

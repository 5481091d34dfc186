import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import type { AuditEntry } from "../audit/index.ts";
import type { AmountSigns, StatedColumn } from "../reading/index.ts";
import { type ColumnMappingView, toMappingView } from "./column-mapping-record.ts";
import { insertMapping, MAPPINGS_MAX, selectMappingOf, selectVersions, sourceCount } from "./store.ts";

/** What a person says of the tables of a source. */
export interface StatedMapping {
  readonly head_key: string;
  /** Null: tables with this head that are uploaded. */
  readonly data_source_id: string | null;
  readonly columns: readonly StatedColumn[];
  readonly amounts: AmountSigns | null;
  readonly reason: string | null;
}

/**
 * Writes the next version of what is said of a source; the caller holds the lock of the audit chain, so that statements follow
 * each other, and appends the event.
 * @throws ServiceError request.validation_failed beyond 200 sources
 */
export async function stateMapping(
  ctx: Context,
  tx: TenantTransaction,
  stated: StatedMapping,
): Promise<{ readonly mapping: ColumnMappingView; readonly event: AuditEntry }> {
  const known = await selectMappingOf(tx, stated);
  if (known === undefined && (await sourceCount(tx)) >= MAPPINGS_MAX) {
    const message = `columns of ${MAPPINGS_MAX} sources are stated already`;
    throw validationError([{ path: "columns", code: "too_many", message }]);
  }
  const id = known?.id ?? ctx.newId();
  const version = (known?.version ?? 0) + 1;
  await insertMapping(tx, { ...stated, id, version, status: "in_force", stated_by: ctx.principal.actor });
  const [newest] = await selectVersions(tx, id);
  if (newest === undefined) throw new Error("a column mapping is not there any more");
  const { reason, ...facts } = stated;
  const payload = { version, ...facts, columns: facts.columns.map((column) => ({ ...column })), reason };
  return { mapping: toMappingView(newest), event: { action: "column_mapping.stated", subject: id, payload } };
}

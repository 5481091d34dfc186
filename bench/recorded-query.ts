import type { Context, SqlValue } from "../src/core/context.ts";
import { invoke } from "../src/core/invoke.ts";
import type { Operation } from "../src/core/operation.ts";
import type { Statement } from "../src/core/statement.ts";

/** The statement that an operation sends, with all its parameters. */
export interface RecordedQuery extends Statement {
  readonly values: readonly SqlValue[];
}

/**
 * Runs a reading operation against a database that only listens, so that the floor and EXPLAIN get the very statement
 * that the service runs and not a copy that ages.
 * Of several the first: it is the only one where the database answers with rows. @throws Error when it sends none.
 */
export async function recordQuery(
  ctx: Context,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): Promise<RecordedQuery> {
  const sent: RecordedQuery[] = [];
  const record = (statement: Statement, parameters: readonly SqlValue[] = []): Promise<never[]> => {
    sent.push({ ...statement, values: [ctx.tenant.id, ctx.tenant.environment, ...parameters] });
    return Promise.resolve([]);
  };
  const refuse = () => Promise.reject(new Error("the operation sends more than one query"));
  const db = { rows: record, textRows: record, readOnly: refuse, transaction: refuse };
  await invoke(operation, { ...ctx, db }, args);
  const [query] = sent;
  if (query === undefined) throw new Error(`${operation.name} sends no statement`);
  return query;
}

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
 * `is_first`: of several the first, where the others are sent only because a database that only listens answers with no rows.
 * @throws Error unless the operation sends exactly one statement.
 */
export async function recordQuery(
  ctx: Context,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  { is_first = false } = {},
): Promise<RecordedQuery> {
  const sent: RecordedQuery[] = [];
  const record = (statement: Statement, parameters: readonly SqlValue[] = []): Promise<never[]> => {
    sent.push({ ...statement, values: [ctx.tenant.id, ctx.tenant.environment, ...parameters] });
    return Promise.resolve([]);
  };
  const refuse = () => Promise.reject(new Error("the operation sends more than one query"));
  const db = { rows: record, textRows: record, readOnly: refuse, transaction: refuse };
  await invoke(operation, { ...ctx, db }, args);
  const [query, second] = sent;
  if (query === undefined || (second !== undefined && !is_first))
    throw new Error(`${operation.name} sends ${sent.length} statements`);
  return query;
}

import {
  type Connection,
  Query,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
  type QueryConfig,
  type QueryResult,
} from "pg";

type QueryAnswer = QueryResult | QueryArrayResult;

declare module "pg" {
  // What the driver's own statements do and its type declaration leaves out (pg 8.23, lib/query.js).
  interface Query {
    callback: (error: Error | null, result: QueryAnswer) => void;
    prepare(connection: Connection): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
  }
  interface Connection {
    /** Texts of the statements that the session has prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>;
  }
}

/** The settings that a read is bound by, as a statement of their own; without a name it is parsed each time. */
export interface Binding {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * Sends a reading statement behind the settings that bind it, as one sequence of messages with one Sync: such a sequence is one transaction
 * (PostgreSQL 18, 54.2.3 and 54.2.4), in which settings stay local. Neither begin nor commit is sent, and nothing is parsed anew.
 * @throws Error as the driver throws it; the session may be used again unless it was lost
 */
export async function readBound(
  client: PoolClient,
  binding: Binding,
  query: QueryConfig | QueryArrayConfig,
): Promise<QueryAnswer> {
  const { name, text, values } = binding;
  // Alone, so that the driver itself keeps account of what the session has prepared.
  if (name !== undefined && client.connection.parsedStatements[name] === undefined)
    await client.query({ name, text, values: [...values] });
  return await new Promise((resolve, reject) => {
    const read = new BoundRead(binding, query);
    read.callback = (error, result) => (error === null ? resolve(result) : reject(error));
    client.query(read);
  });
}

class BoundRead extends Query {
  readonly #binding: Binding;
  #isBound = false;

  constructor(binding: Binding, query: QueryConfig | QueryArrayConfig) {
    super(query);
    this.#binding = binding;
  }

  /** The driver calls this between cork and uncork of its stream. */
  override prepare(connection: Connection): void {
    const { name = "", text, values } = this.#binding;
    if (name === "") connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute({}, true);
    super.prepare(connection);
  }

  /** The row of the settings comes first, without a description, and is nobody's answer. */
  override handleDataRow(message: unknown): void {
    if (this.#isBound) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isBound) super.handleCommandComplete(message, connection);
    else this.#isBound = true;
  }
}

import {
  type Connection,
  type CustomTypesConfig,
  type FieldDef,
  type PoolClient,
  Query,
  type QueryArrayConfig,
  type QueryConfig,
} from "pg";
import { type Columns, columnsOf, readArray, readRecord } from "./columns.ts";

declare module "pg" {
  // What the driver's own statements do and its type declaration leaves out (pg 8.23, lib/query.js).
  interface Query {
    callback: (error: Error | null) => void;
    prepare(connection: Messages): void;
    handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void;
    handleDataRow(message: { readonly fields: (string | null)[] }): void;
    handleCommandComplete(): void;
  }
  interface Connection {
    /** Texts of the statements that the session has prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>;
    readonly submittedNamedStatements: Readonly<Record<string, string>>;
    describe(message: unknown): void;
    close(message: unknown): void;
  }
}

/** What the driver needs of a session to run a statement. */
type Messages = Pick<
  Connection,
  "parsedStatements" | "submittedNamedStatements" | "parse" | "bind" | "describe" | "execute" | "sync" | "close"
>;

/** The settings that a read is bound by, as a statement of their own; without a name it is parsed each time. */
export interface Binding {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** A statement whose rows this module reads: its types are stated. */
export type Read = (QueryConfig | QueryArrayConfig) & { readonly types: CustomTypesConfig };

/**
 * Sends a reading statement behind the settings that bind it, as one sequence of messages with one Sync: such a sequence is one transaction
 * (PostgreSQL 18, 54.2.3 and 54.2.4), in which settings stay local. Neither begin nor commit is sent, and nothing is parsed anew.
 * @returns records, or arrays where the query asks for those
 * @throws Error as the driver throws it; the session may be used again unless it was lost
 */
export async function readBound(client: PoolClient, binding: Binding, query: Read): Promise<unknown[]> {
  const { name, text, values } = binding;
  // Alone, so that the driver itself keeps account of what the session has prepared.
  if (name !== undefined && client.connection.parsedStatements[name] === undefined)
    await client.query({ name, text, values: [...values] });
  const read = new BoundRead(describedIn(client.connection), binding, query);
  await new Promise<void>((resolve, reject) => {
    read.callback = (error) => (error === null ? resolve() : reject(error));
    client.query(read);
  });
  return read.takeRows();
}

/** What a session has been told of the rows of its named statements, and its messages without Describe. */
interface Described {
  readonly columns: Map<string, Columns>;
  readonly undescribed: Messages;
}

const DESCRIBED = new WeakMap<Connection, Described>();

function describedIn(connection: Connection): Described {
  const kept = DESCRIBED.get(connection);
  if (kept !== undefined) return kept;
  const { parsedStatements, submittedNamedStatements } = connection;
  const undescribed: Messages = {
    parsedStatements,
    submittedNamedStatements,
    parse: (message, more) => connection.parse(message, more),
    bind: (message, more) => connection.bind(message, more),
    // The driver sends it with every run.
    describe: () => undefined,
    execute: (message, more) => connection.execute(message, more),
    sync: () => connection.sync(),
    close: (message) => connection.close(message),
  };
  const made = { columns: new Map<string, Columns>(), undescribed };
  DESCRIBED.set(connection, made);
  return made;
}

/**
 * A named statement that is read in one way is described once per session: the server refuses to run it when its columns would change ("cached plan
 * must not change result type"). Describing every run costs a list page a twentieth of its processor time.
 */
class BoundRead extends Query {
  readonly #binding: Binding;
  readonly #query: Read;
  readonly #isArray: boolean;
  readonly #described: Described;
  /** Null until the server describes them. */
  #columns: Columns | null;
  #rows: unknown[] = [];
  #failure: Error | null = null;
  #isBound = false;

  constructor(described: Described, binding: Binding, query: Read) {
    super(query);
    const columns = described.columns.get(query.name ?? "");
    this.#described = described;
    this.#columns = columns?.types === query.types ? columns : null;
    this.#binding = binding;
    this.#query = query;
    this.#isArray = "rowMode" in query;
  }

  /**
   * Rows stay neither with the query nor with what it calls back (see `takeRows` of tenant-db): that is why they are not
   * what the promise above is resolved with.
   * @throws Error why a value could not be read
   */
  takeRows(): unknown[] {
    if (this.#failure !== null) throw this.#failure;
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The driver calls this between cork and uncork of its stream. */
  override prepare(connection: Connection): void {
    const { name = "", text, values } = this.#binding;
    if (name === "") connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute({}, true);
    super.prepare(this.#columns === null ? connection : this.#described.undescribed);
  }

  override handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = columnsOf(fields, this.#query.types);
    const { name = "" } = this.#query;
    // Under the empty name a statement is parsed, and described, with every run.
    if (name !== "") this.#described.columns.set(name, this.#columns);
  }

  /** The row of the settings comes first, without a description, and is nobody's answer. */
  override handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    if (!this.#isBound || this.#failure !== null) return;
    const columns = this.#columns;
    try {
      if (columns === null) throw new Error("a row came before its description");
      this.#rows.push(this.#isArray ? readArray(columns, fields) : readRecord(columns, fields));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error("a value could not be read", { cause: error });
    }
  }

  /** First of the settings, then of the read itself. */
  override handleCommandComplete(): void {
    this.#isBound = true;
  }
}

import { Client, type Connection as Wire, type Submittable } from "pg";
import { inject } from "vitest";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { valueTypes } from "../../../src/platform/db/value-parsers.ts";

/** A column of a statement's answer, as the server says it before the statement runs. */
export interface DescribedColumn {
  readonly name: string;
  /** The server's name of its type, as in `int8`. */
  readonly type: string;
  /** What `rows` makes of its values besides null, in the words of `DeclaredColumn`. */
  readonly shape: string;
  /** Whether it is a table's column as it is, and the table lets it be null. Of anything else nothing is told. */
  readonly is_nullable: boolean;
}

/** The columns of a statement's answer, none when it answers no rows; or why the server does not take the statement. */
export type Description = { readonly columns: readonly DescribedColumn[] } | { readonly refused: string };

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** The table that it is a column of; 0: of none. */
  readonly tableID: number;
  readonly columnID: number;
}

/** A value of each type in the server's text, for the service's own parsers to read. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: "t",
  bytea: "\\x00",
  date: "2026-01-05",
  float8: "1",
  int2: "1",
  int4: "1",
  int8: "1",
  name: "a",
  numeric: "1",
  text: "a",
  timestamptz: "2026-01-05 00:00:00+00",
  uuid: "0198c000-0000-7000-8000-000000000000",
  void: "",
};
const JSON_TYPES: ReadonlySet<string> = new Set(["json", "jsonb"]);

const TYPES = `
  select t.oid, t.typname::text as name, e.typname::text as element
  from pg_type t left join pg_type e on e.oid = t.typelem and e.typarray = t.oid
  where t.oid = any($1::oid[]) order by t.oid limit 1000`;

// A view's column can be null when the column of that name can be in the table that it selects from.
const NULLABLE = `
  select a.attrelid || '.' || a.attnum as place
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.oid = any($1::oid[]) and a.attnum > 0 and not a.attisdropped and case c.relkind
    when 'v' then exists (
      select from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      join pg_attribute b on b.attrelid = d.refobjid and b.attnum = d.refobjsubid
      where r.ev_class = c.oid and b.attrelid <> c.oid and b.attname = a.attname and not b.attnotnull)
    else not a.attnotnull end
  order by 1 limit 10000`;

/** Prepares each text on a migrated database, in the order given, without running any. */
export async function described(texts: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const client = new Client(driverSettings(inject("template")));
  await client.connect();
  try {
    const answers = new Map<string, readonly Field[] | Error>();
    for (const text of texts) answers.set(text, await client.query(new Preparation(text)).answer);
    const fields = [...answers.values()].flatMap((answer) => (answer instanceof Error ? [] : answer));
    const oids = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))];
    const tables = [...new Set(fields.map(({ tableID }) => tableID))];
    const places = (await client.query<{ place: string }>(NULLABLE, [tables])).rows;
    const nullable = new Set(places.map(({ place }) => place));
    const types = (await client.query<TypeRow>({ text: TYPES, values: [oids], types: valueTypes })).rows;
    const shapes = new Map(types.map((type) => [type.oid, { type: type.name, shape: shapeOf(type) }]));
    const column = ({ name, dataTypeID, tableID, columnID }: Field): DescribedColumn => {
      const shape = shapes.get(dataTypeID) ?? { type: String(dataTypeID), shape: "of no known type" };
      return { name, ...shape, is_nullable: nullable.has(`${tableID}.${columnID}`) };
    };
    return new Map(
      [...answers].map(([text, answer]) => [
        text,
        answer instanceof Error ? { refused: answer.message } : { columns: answer.map(column) },
      ]),
    );
  } finally {
    await client.end();
  }
}

interface TypeRow {
  readonly oid: number;
  readonly name: string;
  /** Of arrays, the name of their elements' type. */
  readonly element: string | null;
}

/** @throws Error for a type of which there is no sample */
function shapeOf({ oid, name, element }: TypeRow): string {
  if (JSON_TYPES.has(name)) return "anything";
  const sample = JSON_TYPES.has(element ?? "") ? "null" : SAMPLES[element ?? name];
  if (sample === undefined) throw new Error(`a statement answers ${name}: add a sample of ${element ?? name}`);
  const parse = valueTypes.getTypeParser(oid);
  return shapeOfValue(parse(element === null ? sample : `{"${sample}"}`));
}

function shapeOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${shapeOfValue(value[0])}[]`;
  return value instanceof Uint8Array ? "bytes" : typeof value;
}

/** A query of the driver that ends when the server has told the columns: nothing is bound, nothing is run. */
class Preparation implements Submittable {
  readonly text: string;
  /** Never rejects: a statement that the server refuses is an answer. */
  readonly answer: Promise<readonly Field[] | Error>;
  private readonly settle: (answer: readonly Field[] | Error) => void;
  private fields: readonly Field[] = [];

  constructor(text: string) {
    this.text = text;
    let settle: (answer: readonly Field[] | Error) => void = () => undefined;
    this.answer = new Promise((resolve) => {
      settle = resolve;
    });
    this.settle = settle;
  }

  submit(wire: Wire): void {
    wire.parse({ name: "", text: this.text, types: [] }, true);
    wire.describe({ type: "S", name: "" }, true);
    wire.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle(this.fields);
  }
}

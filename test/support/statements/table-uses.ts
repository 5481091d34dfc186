import { fieldsOf, isNode, lastName, listOf, type Node, nodesOf, parseTrees, textOf } from "./syntax.ts";

export type UseKind = "read" | "insert" | "update" | "delete" | "truncate" | "copy" | "lock" | "maintain";

/** One place of a statement that names a table. */
export interface TableUse {
  readonly kind: UseKind;
  readonly table: string;
  /** The parts of the key of a company's books to which the statement itself holds this table's rows. */
  readonly bound: ReadonlySet<string>;
}

export interface StatementUses {
  readonly tables: readonly TableUse[];
  /** Names of the functions that it calls in `do update` and `returning`. */
  readonly calls_on_change: ReadonlySet<string>;
}

/** What the database's catalog says of a table: the names of its columns. */
export type ColumnNames = ReadonlyMap<string, ReadonlySet<string>>;

const KEY = ["tenant_id", "environment"] as const;
/** Statements that change one table named by `relation`. */
const CHANGES: Readonly<Record<string, UseKind>> = {
  InsertStmt: "insert",
  UpdateStmt: "update",
  DeleteStmt: "delete",
  CopyStmt: "copy",
};

/** The tables that a statement names, wherever it names them, and the functions that it calls on what it changes. */
export function usesOf(text: string, columns: ColumnNames): StatementUses {
  const tables: TableUse[] = [];
  const calls_on_change = new Set<string>();
  for (const tree of parseTrees(text)) {
    new Walk(columns, tables).statement(tree, new Set(), []);
    for (const kind of ["InsertStmt", "UpdateStmt", "DeleteStmt"]) {
      for (const { returningList, returningClause, onConflictClause } of nodesOf(tree, kind)) {
        const parts = { returningList, returningClause, onConflictClause };
        for (const call of nodesOf(parts, "FuncCall")) calls_on_change.add(lastName(call["funcname"]));
      }
    }
  }
  return { tables, calls_on_change };
}

/** A name in a from list. */
interface Source {
  readonly alias: string;
  /** Null: a common table expression, a sub-select or a function, whose own tables are looked at where they stand. */
  readonly table: string | null;
  readonly kind: UseKind;
}

type Level = { readonly sources: readonly Source[]; readonly bound: ReadonlySet<string> };

class Walk {
  private readonly columns: ColumnNames;
  private readonly uses: TableUse[];

  constructor(columns: ColumnNames, uses: TableUse[]) {
    this.columns = columns;
    this.uses = uses;
  }

  /** `named`: the common table expressions that can be seen; `outer`: the from lists around, the nearest last. */
  statement(tree: unknown, named: ReadonlySet<string>, outer: readonly Level[]): void {
    if (!isNode(tree)) return;
    const [kind = "", fields] = Object.entries(tree)[0] ?? [];
    if (!isNode(fields)) return;
    if (kind === "SelectStmt") this.select(fields, named, outer);
    else if (CHANGES[kind] !== undefined) this.change(CHANGES[kind], fields, named, outer);
    else if (kind === "DeclareCursorStmt") this.statement(fields["query"], named, outer);
    else if (kind === "TruncateStmt") this.relations("truncate", fields);
    else this.relations("maintain", fields);
  }

  private relations(kind: UseKind, fields: Node): void {
    for (const { relname } of nodesOf(fields, "RangeVar")) this.use(kind, String(relname), new Set());
    const relation = fields["relation"];
    const name = isNode(relation) ? textOf(relation["relname"]) : undefined;
    if (name !== undefined) this.use(kind, name, new Set());
  }

  private use(kind: UseKind, table: string, bound: ReadonlySet<string>): void {
    this.uses.push({ kind, table, bound });
  }

  /** The names of a `with`, after its own statements were looked at. */
  private withNames(fields: Node, named: ReadonlySet<string>, outer: readonly Level[]): ReadonlySet<string> {
    const clause = fields["withClause"];
    if (!isNode(clause)) return named;
    const seen = new Set(named);
    const expressions = listOf(clause["ctes"]).map((part) => fieldsOf(part, "CommonTableExpr") ?? {});
    if (clause["recursive"] === true) for (const { ctename } of expressions) seen.add(String(ctename));
    for (const { ctename, ctequery } of expressions) {
      this.statement(ctequery, seen, outer);
      seen.add(String(ctename));
    }
    return seen;
  }

  private select(fields: Node, named: ReadonlySet<string>, outer: readonly Level[]): void {
    const seen = this.withNames(fields, named, outer);
    const [left, right] = [fields["larg"], fields["rarg"]];
    if (isNode(left) && isNode(right)) {
      this.select(left, seen, outer);
      this.select(right, seen, outer);
      return;
    }
    const sources = this.sources(fields["fromClause"], seen, "read");
    const level = this.level(sources, [fields["whereClause"], fields["fromClause"]], outer);
    this.report(level);
    this.locks(fields, sources);
    const { withClause: _, ...rest } = fields;
    this.nested(rest, seen, [...outer, level]);
  }

  private change(kind: UseKind, fields: Node, named: ReadonlySet<string>, outer: readonly Level[]): void {
    const seen = this.withNames(fields, named, outer);
    const relation = fields["relation"];
    const target = isNode(relation) ? String(relation["relname"]) : "";
    const { withClause: _, relation: _target, ...rest } = fields;
    if (kind === "insert" || kind === "copy") {
      const given = listOf(fields["cols"]).map((part) => String(fieldsOf(part, "ResTarget")?.["name"]));
      this.use(kind, target, new Set(given.filter((name) => isKey(name))));
      const alias = isNode(relation) ? aliasOf(relation) : target;
      const level: Level = {
        sources: [{ alias, table: target, kind }],
        bound: new Set(KEY.map((part) => `${alias}.${part}`)),
      };
      this.nested(rest, seen, [...outer, level]);
      return;
    }
    const sources: Source[] = [
      ...(isNode(relation) ? [{ alias: aliasOf(relation), table: target, kind }] : []),
      ...this.sources(fields["fromClause"] ?? fields["usingClause"], seen, "read"),
    ];
    const level = this.level(sources, [fields["whereClause"], fields["fromClause"], fields["usingClause"]], outer);
    this.report(level);
    this.nested(rest, seen, [...outer, level]);
  }

  private report({ sources, bound }: Level): void {
    for (const { alias, table, kind } of sources)
      if (table !== null) this.use(kind, table, new Set(KEY.filter((part) => bound.has(`${alias}.${part}`))));
  }

  private locks(fields: Node, sources: readonly Source[]): void {
    for (const clause of listOf(fields["lockingClause"])) {
      const locked = listOf(fieldsOf(clause, "LockingClause")?.["lockedRels"]).map((part) =>
        String(fieldsOf(part, "RangeVar")?.["relname"]),
      );
      for (const { alias, table } of sources)
        if (table !== null && (locked.length === 0 || locked.includes(alias))) this.use("lock", table, new Set());
    }
  }

  /** The names of a from list, through its joins; sub-selects count without a table. */
  private sources(from: unknown, named: ReadonlySet<string>, kind: UseKind): Source[] {
    return listOf(from).flatMap((item) => this.source(item, named, kind));
  }

  private source(item: unknown, named: ReadonlySet<string>, kind: UseKind): Source[] {
    const join = fieldsOf(item, "JoinExpr");
    if (join !== undefined)
      return [...this.source(join["larg"], named, kind), ...this.source(join["rarg"], named, kind)];
    const range = fieldsOf(item, "RangeVar");
    if (range !== undefined) {
      const name = String(range["relname"]);
      return [{ alias: aliasOf(range), table: named.has(name) ? null : name, kind }];
    }
    const other = fieldsOf(item, "RangeSubselect") ?? fieldsOf(item, "RangeFunction") ?? {};
    return [{ alias: aliasOf(other), table: null, kind }];
  }

  /** Sub-selects anywhere below: in from, in conditions, in the answer. */
  private nested(value: unknown, named: ReadonlySet<string>, outer: readonly Level[]): void {
    if (Array.isArray(value)) for (const part of value) this.nested(part, named, outer);
    if (!isNode(value)) return;
    for (const [name, part] of Object.entries(value)) {
      if (name === "SelectStmt" && isNode(part)) this.select(part, named, outer);
      else this.nested(part, named, outer);
    }
  }

  /** Which key columns of which names are held to a value, directly or by way of others of the same statement. */
  private level(sources: readonly Source[], conditions: readonly unknown[], outer: readonly Level[]): Level {
    const pairs = conditions.flatMap((part) => equalities(part));
    const bound = new Set<string>();
    for (const { alias, table } of sources) if (table === null) for (const part of KEY) bound.add(`${alias}.${part}`);
    for (let before = -1; before !== bound.size;) {
      before = bound.size;
      for (const [left, right] of pairs) {
        for (const [one, other] of [
          [left, right],
          [right, left],
        ] as const) {
          const name = this.keyName(one, sources);
          if (name !== null && this.isHeld(other, sources, bound, outer)) bound.add(name);
        }
      }
    }
    return { sources, bound };
  }

  /** `alias.column` of a key column of this level; null: anything else. */
  private keyName(value: unknown, sources: readonly Source[]): string | null {
    const names = listOf(fieldsOf(value, "ColumnRef")?.["fields"]).map((part) =>
      textOf(fieldsOf(part, "String")?.["sval"]),
    );
    const column = names.at(-1);
    if (column === undefined || !isKey(column)) return null;
    if (names.length > 1) {
      const alias = names.at(-2) ?? "";
      return sources.some((source) => source.alias === alias) ? `${alias}.${column}` : null;
    }
    const having = sources.filter(({ table }) => table !== null && this.columns.get(table)?.has(column) === true);
    const [only] = having.length === 1 ? having : sources.length === 1 ? sources : [];
    return only === undefined ? null : `${only.alias}.${column}`;
  }

  private isHeld(
    value: unknown,
    sources: readonly Source[],
    bound: ReadonlySet<string>,
    outer: readonly Level[],
  ): boolean {
    const cast = fieldsOf(value, "TypeCast");
    if (cast !== undefined) return this.isHeld(cast["arg"], sources, bound, outer);
    if (fieldsOf(value, "ParamRef") !== undefined || fieldsOf(value, "A_Const") !== undefined) return true;
    const own = this.keyName(value, sources);
    if (own !== null) return bound.has(own);
    // A sub-select may be held by a row of the query around it, which is held in its turn.
    return outer.some((level) => {
      const name = this.keyName(value, level.sources);
      return name !== null && level.bound.has(name);
    });
  }
}

function isKey(name: string): boolean {
  return KEY.some((part) => part === name);
}

function aliasOf(fields: Node): string {
  const alias = fields["alias"];
  return String(isNode(alias) ? alias["aliasname"] : (fields["relname"] ?? ""));
}

/** The pairs that conditions hold equal: conjuncts of where and on, rows member by member, and the columns of `using`. */
function equalities(condition: unknown): [unknown, unknown][] {
  if (Array.isArray(condition)) return condition.flatMap((part) => equalities(part));
  const join = fieldsOf(condition, "JoinExpr");
  if (join !== undefined)
    return [...equalities(join["quals"]), ...equalities(join["larg"]), ...equalities(join["rarg"])];
  const all = fieldsOf(condition, "BoolExpr");
  if (all?.["boolop"] === "AND_EXPR") return equalities(all["args"]);
  const compared = fieldsOf(condition, "A_Expr");
  if (compared?.["kind"] !== "AEXPR_OP" || lastName(compared["name"]) !== "=") return [];
  const [left, right] = [fieldsOf(compared["lexpr"], "RowExpr"), fieldsOf(compared["rexpr"], "RowExpr")];
  if (left === undefined || right === undefined) return [[compared["lexpr"], compared["rexpr"]]];
  const others = listOf(right["args"]);
  return listOf(left["args"]).map((part, index) => [part, others[index]]);
}

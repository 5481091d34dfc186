import { type Checker, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";

/** What the source says of one column of a row. */
export interface DeclaredColumn {
  /** What its values are besides null: `string`, `number`, `boolean`, `bytes`, `anything`, lists of these as `string[]`. */
  readonly shapes: ReadonlySet<string>;
  readonly can_be_null: boolean;
  readonly is_optional: boolean;
}

export interface DeclaredRow {
  /** As the source writes it. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, DeclaredColumn>;
}

const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void;

/** The row of a call that answers `Promise<Row[]>`; undefined: it answers something else. */
export function answeredRow(checker: Checker, type: Type | undefined): Type | undefined {
  const rows = type?.isTypeReference() === true ? checker.getTypeArguments(type)[0] : undefined;
  return rows?.isTypeReference() === true && checker.isArrayType(rows) ? checker.getTypeArguments(rows)[0] : undefined;
}

/** Whether nothing is claimed of the row: its caller looks at none of its columns. */
export function isUnclaimed(row: Type): boolean {
  return (row.flags & TypeFlags.AnyOrUnknown) !== 0;
}

/**
 * Reads a row type through aliases, intersections and mapped types. Of alternatives, a column that one of them lacks counts as
 * optional. Null: its columns cannot be listed.
 */
export function declaredRow(checker: Checker, row: Type): DeclaredRow | null {
  const alternatives = row.isUnionType() ? row.getTypes() : [row];
  if (!alternatives.every((type) => hasNamedColumns(checker, type))) return null;
  const read = alternatives.map((type) => columnsOf(checker, type));
  const names = new Set(read.flatMap((columns) => [...columns.keys()]));
  const together = (name: string): DeclaredColumn => {
    const found = read.flatMap((columns) => columns.get(name) ?? []);
    return {
      shapes: new Set(found.flatMap(({ shapes }) => [...shapes])),
      can_be_null: found.some(({ can_be_null }) => can_be_null),
      is_optional: found.length < read.length || found.some(({ is_optional }) => is_optional),
    };
  };
  return { name: checker.typeToString(row), columns: new Map([...names].map((name) => [name, together(name)])) };
}

function hasNamedColumns(checker: Checker, type: Type): boolean {
  const isOfProperties = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
  return isOfProperties && checker.getIndexInfosOfType(type).length === 0;
}

function columnsOf(checker: Checker, type: Type): ReadonlyMap<string, DeclaredColumn> {
  const properties = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(properties);
  return new Map(
    properties.map(({ name, flags }, index) => {
      const own = types[index] ?? checker.getUnknownType();
      const parts = own.isUnionType() ? own.getTypes() : [own];
      const column: DeclaredColumn = {
        shapes: new Set(shapesOf(checker, own)),
        can_be_null: parts.some((part) => (part.flags & (TypeFlags.Null | TypeFlags.AnyOrUnknown)) !== 0),
        is_optional: (flags & SymbolFlags.Optional) !== 0,
      };
      return [name, column];
    }),
  );
}

function shapesOf(checker: Checker, type: Type): readonly string[] {
  const { flags } = type;
  if ((flags & NOTHING) !== 0) return [];
  if ((flags & TypeFlags.AnyOrUnknown) !== 0) return ["anything"];
  if ((flags & TypeFlags.StringLike) !== 0) return ["string"];
  if ((flags & TypeFlags.NumberLike) !== 0) return ["number"];
  if ((flags & TypeFlags.BooleanLike) !== 0) return ["boolean"];
  if (type.isUnionType()) return type.getTypes().flatMap((part) => shapesOf(checker, part));
  if (type.isTypeReference() && checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type);
    return element === undefined ? ["anything[]"] : shapesOf(checker, element).map((shape) => `${shape}[]`);
  }
  const name = type.getSymbol()?.name;
  return [name === "Buffer" || name === "Uint8Array" ? "bytes" : checker.typeToString(type)];
}

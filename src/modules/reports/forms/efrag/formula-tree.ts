import { COLUMNS_MAX, columnNumber, ROWS_MAX } from "./cell-position.ts";
import { type FormulaToken, tokenizeFormula } from "./formula-tokens.ts";

/** A corner of a reference; a relative part moves with the cell that shares the formula. */
export interface ReferenceCorner {
  readonly column: number;
  readonly row: number;
  readonly fixed_column: boolean;
  readonly fixed_row: boolean;
}

export type FormulaNode =
  | { readonly kind: "constant"; readonly value: number | string | boolean }
  | { readonly kind: "missing" }
  | { readonly kind: "error"; readonly error: string }
  | {
      readonly kind: "reference";
      readonly sheet: string | null;
      readonly first: ReferenceCorner;
      readonly last: ReferenceCorner;
    }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "array"; readonly rows: readonly (readonly FormulaNode[])[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly FormulaNode[] }
  | { readonly kind: "negative" | "percent"; readonly of: FormulaNode }
  | { readonly kind: "binary"; readonly operator: string; readonly left: FormulaNode; readonly right: FormulaNode };

/** Binary operators by how loosely they bind, loosest first (ECMA-376 part 1, 18.17.2.2). */
const LEVELS: readonly (readonly string[])[] = [
  ["=", "<>", "<", ">", "<=", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/"],
  ["^"],
];

/** Nested parts of one formula; EFRAG's deepest has 20. */
const DEPTH_MAX = 100;

/** Reads a formula without its leading "="; null when it uses something that is not understood here. */
export function parseFormula(formula: string): FormulaNode | null {
  const tokens = tokenizeFormula(formula);
  if (tokens === null) return null;
  const reader = new TokenReader(tokens);
  try {
    const node = readBinary(reader, 0);
    return reader.isAtEnd() ? node : null;
  } catch (error) {
    if (error instanceof NotAFormula) return null;
    throw error;
  }
}

class NotAFormula extends Error {}

class TokenReader {
  private at = 0;
  depth = 0;
  private readonly tokens: readonly FormulaToken[];

  constructor(tokens: readonly FormulaToken[]) {
    this.tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  isOperator(...texts: readonly string[]): boolean {
    const token = this.tokens[this.at];
    return token?.kind === "operator" && texts.includes(token.text);
  }

  next(): FormulaToken {
    const token = this.tokens[this.at];
    if (token === undefined) throw new NotAFormula();
    this.at += 1;
    return token;
  }

  take(operator: string): void {
    if (!this.isOperator(operator)) throw new NotAFormula();
    this.at += 1;
  }
}

function readBinary(reader: TokenReader, level: number): FormulaNode {
  const operators = LEVELS[level];
  if (operators === undefined) return readSigned(reader);
  let left = readBinary(reader, level + 1);
  while (reader.isOperator(...operators)) {
    const operator = reader.next().text;
    left = { kind: "binary", operator, left, right: readBinary(reader, level + 1) };
  }
  return left;
}

/** A sign binds more tightly than "^": -2^2 is 4. */
function readSigned(reader: TokenReader): FormulaNode {
  if (reader.isOperator("+")) {
    reader.next();
    return readSigned(reader);
  }
  if (reader.isOperator("-")) {
    reader.next();
    return { kind: "negative", of: readSigned(reader) };
  }
  let node = readPrimary(reader);
  while (reader.isOperator("%")) {
    reader.next();
    node = { kind: "percent", of: node };
  }
  return node;
}

function readPrimary(reader: TokenReader): FormulaNode {
  reader.depth += 1;
  if (reader.depth > DEPTH_MAX) throw new NotAFormula();
  const node = readToken(reader, reader.next());
  reader.depth -= 1;
  return node;
}

function readToken(reader: TokenReader, { kind, text }: FormulaToken): FormulaNode {
  switch (kind) {
    case "number":
      return { kind: "constant", value: Number(text) };
    case "text":
      return { kind: "constant", value: text.slice(1, -1).replaceAll('""', '"') };
    case "error":
      return { kind: "error", error: text.slice(text.lastIndexOf("#")) };
    case "reference":
      return referenceOf(text);
    case "name":
      return /^(?:TRUE|FALSE)$/i.test(text)
        ? { kind: "constant", value: text.toUpperCase() === "TRUE" }
        : { kind: "name", name: text.replace("[0]!", "") };
    case "function":
      return { kind: "call", name: text.replace(/^_xlfn\./, "").slice(0, -1), args: readArguments(reader) };
    default:
      return readBracketed(reader, text);
  }
}

function readBracketed(reader: TokenReader, opening: string): FormulaNode {
  if (opening === "{") return readArray(reader);
  if (opening !== "(") throw new NotAFormula();
  const inner = readBinary(reader, 0);
  reader.take(")");
  return inner;
}

function readArguments(reader: TokenReader): FormulaNode[] {
  const args: FormulaNode[] = [];
  if (reader.isOperator(")")) {
    reader.next();
    return args;
  }
  for (;;) {
    args.push(reader.isOperator(",", ")") ? { kind: "missing" } : readBinary(reader, 0));
    if (!reader.isOperator(",")) break;
    reader.next();
  }
  reader.take(")");
  return args;
}

function readArray(reader: TokenReader): FormulaNode {
  const rows: FormulaNode[][] = [[]];
  for (;;) {
    rows.at(-1)?.push(readSigned(reader));
    const separator = reader.next().text;
    if (separator === "}") return { kind: "array", rows };
    if (separator === ";") rows.push([]);
    else if (separator !== ",") throw new NotAFormula();
  }
}

function referenceOf(text: string): FormulaNode {
  const mark = text.lastIndexOf("!");
  const sheet = mark === -1 ? null : text.slice(0, mark).replace(/^'|'$/g, "").replaceAll("''", "'");
  const [first = "", last = first] = text.slice(mark + 1).split(":");
  return { kind: "reference", sheet, first: corner(first, 1, 1), last: corner(last, COLUMNS_MAX, ROWS_MAX) };
}

/** A whole column has no row in its text: the bounds of the sheet stand in for it. */
function corner(text: string, column: number, row: number): ReferenceCorner {
  const match = /^(\$?)([A-Z]*)(\$?)(\d*)$/.exec(text);
  const [, columnMark = "", letters = "", rowMark = "", digits = ""] = match ?? [];
  return {
    column: letters === "" ? column : columnNumber(letters),
    row: digits === "" ? row : Number(digits),
    fixed_column: columnMark === "$" || letters === "",
    fixed_row: rowMark === "$" || digits === "",
  };
}

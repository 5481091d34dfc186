/** The smallest parts of a formula (ECMA-376 part 1, 18.17). */
export interface FormulaToken {
  readonly kind: "number" | "text" | "reference" | "name" | "function" | "error" | "operator";
  readonly text: string;
}

const CELL = String.raw`\$?[A-Z]{1,3}\$?[1-9]\d{0,6}`;
const COLUMN = String.raw`\$?[A-Z]{1,3}`;
const SHEET = String.raw`(?:'(?:[^']|'')+'!|[A-Za-z_][\w.]*!)?`;

const PATTERNS: readonly (readonly [FormulaToken["kind"] | "space", RegExp])[] = [
  ["space", /\s+/y],
  ["text", /"(?:[^"]|"")*"/y],
  ["error", new RegExp(String.raw`${SHEET}#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)`, "y")],
  ["reference", new RegExp(String.raw`${SHEET}(?:${CELL}:${CELL}|${COLUMN}:${COLUMN}|${CELL})(?![\w.(])`, "y")],
  ["function", /(?:_xlfn\.)?[A-Z][A-Z0-9.]*\(/y],
  ["name", /(?:\[0\]!)?[A-Za-z_\\][\w.\\]*/y],
  ["number", /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["operator", /<>|<=|>=|[-+*/^&=<>(),;{}%]/y],
];

/** Splits a formula without its leading "="; null when it holds something that is not read here. */
export function tokenizeFormula(formula: string): FormulaToken[] | null {
  const tokens: FormulaToken[] = [];
  let at = 0;
  while (at < formula.length) {
    const token = tokenAt(formula, at);
    if (token === null) return null;
    at += token.text.length;
    if (token.kind !== "space") tokens.push({ kind: token.kind, text: token.text });
  }
  return tokens;
}

function tokenAt(formula: string, at: number): { kind: FormulaToken["kind"] | "space"; text: string } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(formula)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return null;
}

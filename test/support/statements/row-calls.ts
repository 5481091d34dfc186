import { type CallExpression, type Expression, isPropertyAccessExpression } from "typescript/unstable/ast";
import { TypeFlags } from "typescript/unstable/sync";
import { answeredRow, type DeclaredRow, declaredRow, isUnclaimed } from "./declared-rows.ts";
import type { MadeStatement } from "./recorder.ts";
import { linesOf, openSource, type SourceProgram } from "./source-program.ts";
import { StatementSources } from "./statement-sources.ts";

/** A call that says what a statement answers: of `rows` itself, or of a function that passes the row type on to it. */
export interface RowCall {
  /** As in `src/modules/x/store.ts:12`. */
  readonly site: string;
  /** From the root of the project. */
  readonly file: string;
  /** As the source writes it, without its parameters: `db.rows<Row>(LIST)`. */
  readonly text: string;
  readonly row: DeclaredRow;
  /** Every statement that it may send. */
  readonly statements: ReadonlySet<string>;
}

export interface RowCalls {
  readonly read: readonly RowCall[];
  /** Calls whose row type or statement cannot be told from the source. */
  readonly unread: readonly Pick<RowCall, "file" | "text">[];
}

/** Every call of the service that declares a row type, with the statements that it may send. */
export function rowCalls(made: readonly MadeStatement[]): RowCalls {
  const program = openSource();
  try {
    return readCalls(program, new StatementSources(program, made));
  } finally {
    program.close();
  }
}

function readCalls({ checker, calls }: SourceProgram, sources: StatementSources): RowCalls {
  const read: RowCall[] = [];
  const unread: RowCalls["unread"][number][] = [];
  const waiting = calls.flatMap((call) => {
    const [sent] = call.arguments;
    const { expression } = call;
    const isOfRows = isPropertyAccessExpression(expression) && expression.name.text === "rows" && sent !== undefined;
    return isOfRows && checker.getTypeAtLocation(sent)?.getSymbol()?.name === "Statement" ? [{ call, sent }] : [];
  });
  const seen = new Set<CallExpression>();
  for (const { call, sent } of waiting) {
    if (seen.has(call)) continue;
    seen.add(call);
    const { file, first } = linesOf(call);
    const text = writtenAs(call, sent);
    const type = answeredRow(checker, checker.getTypeAtLocation(call));
    if (type !== undefined && isUnclaimed(type)) continue;
    if (type !== undefined && (type.flags & TypeFlags.TypeParameter) !== 0) {
      const parameter = sources.parameterOf(sent);
      const callers = parameter === undefined ? [] : sources.givenFor(parameter);
      if (callers.length === 0) unread.push({ file, text });
      waiting.push(...callers.map((caller) => ({ call: caller.call, sent: caller.given })));
      continue;
    }
    const row = type === undefined ? null : declaredRow(checker, type);
    const statements = sources.textsOf(sent);
    if (row === null || statements.size === 0) unread.push({ file, text });
    else read.push({ site: `${file}:${first}`, file, text, row, statements });
  }
  return { read, unread };
}

function writtenAs({ expression, typeArguments }: CallExpression, sent: Expression): string {
  const types = typeArguments?.map((type) => type.getText()).join(", ");
  const row = types === undefined ? "" : `<${types}>`;
  return `${expression.getText()}${row}(${sent.getText()})`.replaceAll(/\s+/g, " ");
}

import { parseSync, Visitor } from "oxc-parser";
import { z } from "zod";

const SCOPES = ["identifier", "comment", "prose"] as const;

const file = z.array(
  z.strictObject({
    /** Expression over words in lower case with one blank between them; it must match whole words. */
    word: z.string(),
    instead: z.string(),
    scopes: z.array(z.enum(SCOPES)).min(1),
    except: z.array(z.strictObject({ path: z.string(), why: z.string() })).optional(),
  }),
);

export interface RetiredWord {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly scopes: ReadonlySet<(typeof SCOPES)[number]>;
  readonly except: ReadonlySet<string>;
}

export interface FoundWord {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** @throws ZodError, or SyntaxError for what is no JSON or no expression */
export function retiredWords(json: string): RetiredWord[] {
  return file.parse(JSON.parse(json)).map(({ word, instead, scopes, except }) => ({
    pattern: new RegExp(`(?<![a-z0-9])(?:${word})(?![a-z0-9])`),
    instead,
    scopes: new Set(scopes),
    except: new Set((except ?? []).map(({ path }) => path)),
  }));
}

interface Piece {
  readonly scope: (typeof SCOPES)[number];
  readonly text: string;
  readonly start: number;
}

/** Retired words in one file, in the order in which they stand there. Strings in code are wire names or texts for people. */
export function findRetiredWords(words: readonly RetiredWord[], path: string, source: string): FoundWord[] {
  const concerned = words.filter(({ except }) => !except.has(path));
  const pieces = path.endsWith(".md") ? prose(source) : [fileName(path), ...piecesOf(path, source)];
  return pieces.flatMap(({ scope, text, start }) => {
    const plain = scope === "identifier" ? wordsOf(text) : text.toLowerCase().replaceAll(/[\s*/]+/g, " ");
    return concerned.flatMap(({ pattern, instead, scopes }) =>
      scopes.has(scope) && pattern.test(plain)
        ? [{ path, line: lineAt(source, start), text: text.trim().slice(0, 80), instead }]
        : [],
    );
  });
}

function fileName(path: string): Piece {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/(\.test)?\.ts$/, "");
  return { scope: "identifier", text: name, start: 0 };
}

function prose(source: string): Piece[] {
  // Names in backticks are those of the wire or of code.
  const text = source.replaceAll(/```[^]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, " "));
  let start = 0;
  return text.split("\n\n").map((paragraph) => {
    const piece = { scope: "prose" as const, text: paragraph, start };
    start += paragraph.length + 2;
    return piece;
  });
}

function piecesOf(path: string, source: string): Piece[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ""}`);
  const pieces: Piece[] = comments.map(({ value, start }) => ({ scope: "comment", text: value, start }));
  const add = ({ name, start }: { readonly name: string; readonly start: number }): void => {
    pieces.push({ scope: "identifier", text: name, start });
  };
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(program);
  return pieces.toSorted((left, right) => left.start - right.start);
}

/** "untrustedUrl", "untrusted_url" and "UNTRUSTED_URL" are the words "untrusted url". */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_$-]+/g, " ")
    .toLowerCase();
}

function lineAt(source: string, position: number): number {
  return source.slice(0, position).split("\n").length;
}

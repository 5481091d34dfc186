import { join, relative, resolve } from "node:path";
import { type CallExpression, type Node, isCallExpression } from "typescript/unstable/ast";
import { API, type Checker } from "typescript/unstable/sync";

const root = resolve(import.meta.dirname, "../../..");

/** Lines of a file, both included. */
export interface Lines {
  /** From the root of the project, as in `src/core/page.ts`. */
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** The service's source as the compiler understands it. */
export interface SourceProgram {
  readonly checker: Checker;
  readonly calls: readonly CallExpression[];
  close(): void;
}

/** Loads `src` into a compiler of its own process, which `close` ends. */
export function openSource(): SourceProgram {
  const api = new API({ cwd: root });
  const config = join(root, "tsconfig.build.json");
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error("the compiler opened no project of src");
  const calls: CallExpression[] = [];
  const collect = (node: Node): void => {
    if (isCallExpression(node)) calls.push(node);
    node.forEachChild(collect);
  };
  for (const name of project.program.getSourceFileNames()) {
    const file = isOfService(name) ? project.program.getSourceFile(name) : undefined;
    file?.forEachChild(collect);
  }
  return { checker: project.checker, calls, close: () => api.close() };
}

/** Whether a node stands in `src`: not in a library. */
export function isInSource(node: Node): boolean {
  return isOfService(node.getSourceFile().fileName);
}

export function linesOf(node: Node): Lines {
  const file = node.getSourceFile();
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  return { file: fromRoot(file.fileName), first: lineAt(node.getStart()), last: lineAt(node.getEnd()) };
}

function isOfService(fileName: string): boolean {
  return fromRoot(fileName).startsWith("src/");
}

function fromRoot(fileName: string): string {
  return relative(root, fileName).replaceAll("\\", "/");
}

import { createRequire } from "node:module";
import { join } from "node:path";
import { EngineAbsentError, installedFiles } from "./engine.ts";
import type { TypesetJob } from "./typeset-job.ts";

/** What of the engine is used. The platform packages hold the binary alone; the umbrella package has its types. */
interface TypstCompiler {
  mapShadow(path: string, content: Buffer): void;
  compile(options: { mainFilePath: string }): TypstResult;
  fetchDiagnostics(error: TypstDiagnostics): { readonly message?: string }[];
  pdf(document: TypstDocument, options: { pdfStandard: PdfStandard; creationTimestamp: number }): Buffer;
}

interface TypstResult {
  readonly result: TypstDocument | null;
  takeDiagnostics(): TypstDiagnostics | null;
}

interface TypstDocument {
  readonly numOfPages: number;
}

interface TypstDiagnostics {
  readonly kind: string;
}

interface TypstEngine {
  readonly NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): TypstCompiler;
  };
}

/** PDF/A-3a (ISO 19005-3) or PDF/UA-1 (ISO 14289-1): the engine writes, and checks, one of them at a time. */
type PdfStandard = "a-3a" | "ua-1";

const MILLISECONDS = 1000;
const require = createRequire(import.meta.url);

/** @throws EngineAbsentError when the engine is not installed or this machine cannot load it */
function loadEngine(): TypstEngine {
  let cause: unknown;
  for (const path of installedFiles("typst-ts-node-compiler")) {
    try {
      // The binary's own interface, as its umbrella package declares it.
      return require(path) as TypstEngine;
    } catch (error) {
      cause = error;
    }
  }
  throw new EngineAbsentError("typst-ts-node-compiler", cause);
}

/**
 * Sets a document with the native engine, which refuses what the standard does not allow.
 * @throws EngineAbsentError without the engine; Error with the engine's words when it refuses the document
 */
export function typesetNatively(job: TypesetJob, pdfStandard: PdfStandard = "a-3a"): Buffer {
  const { NodeCompiler } = loadEngine();
  const compiler = NodeCompiler.create({ workspace: job.templates, fontArgs: [{ fontBlobs: [...job.fonts] }] });
  for (const [path, content] of job.files) compiler.mapShadow(join(job.templates, path), Buffer.from(content));
  const compiled = compiler.compile({ mainFilePath: join(job.templates, job.main) });
  if (compiled.result === null) throw new Error(`the document could not be set: ${reasons(compiler, compiled)}`);
  const creationTimestamp = Math.floor(job.created_at.getTime() / MILLISECONDS);
  return compiler.pdf(compiled.result, { pdfStandard, creationTimestamp });
}

function reasons(compiler: TypstCompiler, compiled: TypstResult): string {
  const diagnostics = compiled.takeDiagnostics();
  if (diagnostics === null) return "no reason was given";
  return compiler
    .fetchDiagnostics(diagnostics)
    .map(({ message }) => message ?? "")
    .join("; ");
}

import { join } from "node:path";
import { loadEngine, type TypstCompiler } from "./engine.ts";

/** A document to set: the template's main file, and what it reads, by path below the template's folder. */
export interface TypesetJob {
  /** Folder of templates; nothing outside of it can be read. */
  readonly templates: string;
  readonly main: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly fonts: readonly Buffer[];
  /** The only time in the file: its creation date. */
  readonly created_at: Date;
}

const MILLISECONDS = 1000;
/** PDF/A-3a (ISO 19005-3): archival, tagged, with files attached. */
const STANDARD = "a-3a";

/**
 * Sets a document as PDF/A-3a. Equal jobs give equal bytes. The engine keeps what it has read in memory, so that this
 * belongs into a process that ends.
 * @throws EngineAbsentError without an engine; Error with the engine's words when it refuses the document
 */
export function typeset(job: TypesetJob): Buffer {
  const { NodeCompiler } = loadEngine();
  const compiler = NodeCompiler.create({ workspace: job.templates, fontArgs: [{ fontBlobs: [...job.fonts] }] });
  for (const [path, content] of job.files) compiler.mapShadow(join(job.templates, path), Buffer.from(content));
  const compiled = compiler.compile({ mainFilePath: join(job.templates, job.main) });
  if (compiled.result === null) throw new Error(`the document could not be set: ${reasons(compiler, compiled)}`);
  const creationTimestamp = Math.floor(job.created_at.getTime() / MILLISECONDS);
  return compiler.pdf(compiled.result, { pdfStandard: STANDARD, creationTimestamp });
}

function reasons(compiler: TypstCompiler, compiled: ReturnType<TypstCompiler["compile"]>): string {
  const diagnostics = compiled.takeDiagnostics();
  if (diagnostics === null) return "no reason was given";
  return compiler
    .fetchDiagnostics(diagnostics)
    .map(({ message }) => message ?? "")
    .join("; ");
}

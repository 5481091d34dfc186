import type { EngineName } from "./engine.ts";
import { typesetNatively } from "./native-engine.ts";
import { claimConformance } from "./pdf-conformance.ts";
import { typesetInWasm } from "./wasm-engine.ts";
import type { TypesetJob } from "./typeset-job.ts";

/**
 * Sets a document as PDF/A-3a (ISO 19005-3: archival, tagged, with files attached) and PDF/UA-1 (ISO 14289-1). Equal jobs
 * give equal bytes with the same engine; another one draws the same pages with other bytes. The engines keep what they have
 * read in memory, so that this belongs into a process that ends.
 * @throws EngineAbsentError without the engine; Error with the engine's words when it refuses the document
 */
export async function typeset(job: TypesetJob, engine: EngineName): Promise<Buffer> {
  return claimConformance(engine === "typst-ts-node-compiler" ? typesetNatively(job) : await typesetInWasm(job));
}

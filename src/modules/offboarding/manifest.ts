import { z } from "zod";
import { ServiceError } from "../../core/errors.ts";

/** Format of an export; a change that an older reader would misread gets another number. */
export const EXPORT_FORMAT = "carbon-ledger-export/1";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the export's folder, with slashes, and never out of it. */
const path = z
  .string()
  .max(300)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0]+$/);

const writtenFile = z.object({ path, sha256: SHA256, size_bytes: z.int().min(0) });
/** A file of the export. */
export type WrittenFile = z.output<typeof writtenFile>;

const head = z.object({ seq: z.int().min(0), hash: SHA256 });

const exportedLedger = z.object({
  audit_head: z.union([head, z.null()]).describe("The newest event of the audit log at the moment of the export"),
  rows: z.record(z.string(), z.int().min(0)).describe("Rows of each table"),
  documents: z.int().min(0),
  reports: z.int().min(0),
  missing: z.int().min(0).describe("Contents that the store lacks or that are damaged: their line has no path"),
});
export type ExportedLedger = z.output<typeof exportedLedger>;

const manifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  service_version: z.string(),
  exported_at: z.string().describe("The one moment that all files tell of"),
  company: z.object({ id: z.uuid(), name: z.string() }),
  ledgers: z.object({ live: exportedLedger, sandbox: exportedLedger }),
  people: z.int().min(0),
  factors: z.int().min(0),
  files: z.array(writtenFile).max(1000).describe("Every file but the contents, whose hashes documents.ndjson has"),
  not_included: z.array(z.object({ what: z.string(), why: z.string() })),
});

/** What an export says of itself. */
export type Manifest = z.output<typeof manifest>;

/** @throws ServiceError request.validation_failed when it is no manifest of this format */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
  throw new ServiceError("request.validation_failed", `manifest.json is no manifest of ${EXPORT_FORMAT}${where}.`);
}

const namedFile = z.object({
  sha256: SHA256,
  kind: z.enum(["document", "report", "evidence"]),
  name: z.string(),
  path: z.union([path, z.null()]).describe("null: the store did not have it, or it was damaged"),
  size_bytes: z.union([z.int().min(0), z.null()]),
});

/** A line of documents.ndjson: a content, and where it lies in the export. */
export type NamedFile = z.output<typeof namedFile>;

/** @throws ServiceError request.validation_failed */
export function parseNamedFile(line: string): NamedFile {
  const parsed = namedFile.safeParse(jsonOf(line));
  if (parsed.success) return parsed.data;
  throw new ServiceError("request.validation_failed", "A line of documents.ndjson is damaged.");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { unlink } from "node:fs/promises";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError, type ValidationIssue, validationError } from "../../core/errors.ts";
import type { ReceivedFile } from "../../core/received-file.ts";
import type { UploadLimits } from "./http-deps.ts";
import { type Reception, receiveContent } from "./receive-content.ts";
import { cleanUploadName } from "./upload-name.ts";

/** Room for part headers and boundaries beside the files themselves. */
const ENVELOPE_BYTES = 1024 * 1024;
/** Longest text field of a form: an id or a form's token. */
const FIELD_BYTES_MAX = 200;
/** How long the rest of a refused upload is read and thrown away, so that the client gets to see the answer. */
const DISCARD_MS = 10_000;

/**
 * Receives the `files` parts, small ones in memory and others in temporary files, and gives them to `work`. Whatever happens,
 * temporary files that `work` did not take away are removed.
 * @throws ServiceError request.validation_failed for everything that is wrong with the envelope.
 */
export async function withUploads<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: UploadLimits,
  work: (files: readonly ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const form = {
    limits,
    fields: [],
    accept: () => Promise.resolve(),
    work: (_: void, files: readonly ReceivedFile[]) => work(files),
  };
  return await withFormUploads(request, reply, form);
}

/** Files with text fields before them, as a page's form sends both. */
export interface UploadForm<Accepted, T> {
  readonly limits: UploadLimits;
  /** Names of the text fields; the form has them before its files. */
  readonly fields: readonly string[];
  /** Looks at the fields before any file is stored; throws to refuse. */
  accept(fields: ReadonlyMap<string, string>): Promise<Accepted>;
  work(accepted: Accepted, files: readonly ReceivedFile[]): Promise<T>;
}

/** `withUploads` for forms: their fields are looked at before their files are stored. @throws as withUploads and `accept` */
export async function withFormUploads<Accepted, T>(
  request: FastifyRequest,
  reply: FastifyReply,
  form: UploadForm<Accepted, T>,
): Promise<T> {
  const { directory, memory } = form.limits;
  const reception: Reception = { memory: memory.forRequest(), directory, temporary: [] };
  try {
    const { accepted, files } = await receive(request, form, reception);
    return await form.work(accepted, files);
  } catch (error) {
    if (!request.raw.complete) discardRest(request, reply);
    throw error;
  } finally {
    reception.memory.release();
    await removeLeft(reception.temporary);
  }
}

/** One that cannot be removed now holds up neither the others nor the answer: it goes with what uploads leave behind (files.ts). */
async function removeLeft(paths: readonly string[]): Promise<void> {
  for (const path of paths) await unlink(path).catch(() => undefined);
}

async function receive<Accepted, T>(
  request: FastifyRequest,
  { limits, fields: names, accept }: UploadForm<Accepted, T>,
  reception: Reception,
): Promise<{ readonly accepted: Accepted; readonly files: readonly ReceivedFile[] }> {
  if (!request.isMultipart()) throw refused("media_type", "send the files as multipart/form-data in the field files");
  if (Number(request.headers["content-length"] ?? 0) > limits.max_total_bytes + ENVELOPE_BYTES) {
    throw tooLargeInAll(limits);
  }
  const fields = new Map<string, string>();
  let accepted: { readonly value: Accepted } | null = null;
  const files: ReceivedFile[] = [];
  const budget = { left_bytes: limits.max_total_bytes };
  try {
    for await (const part of request.parts(parserOptions(limits, names))) {
      if (part.type === "field" && accepted === null && names.includes(part.fieldname)) {
        fields.set(part.fieldname, typeof part.value === "string" ? part.value : "");
        continue;
      }
      assertFilesPart(part);
      accepted ??= { value: await accept(fields) };
      if (names.length > 0 && isNothingChosen(part)) part.file.resume();
      else files.push(await receiveFile(part, sizeMeter(files.length, limits, budget), reception));
    }
    accepted ??= { value: await accept(fields) };
  } catch (error) {
    throw envelopeError(error, limits);
  }
  if (files.length === 0) throw refused("missing", "send at least one file in the field files");
  return { accepted: accepted.value, files };
}

/** A form whose file field was left empty sends a part without a name (HTML, multipart/form-data encoding). */
function isNothingChosen({ filename }: MultipartFile): boolean {
  return filename === "";
}

function parserOptions(limits: UploadLimits, names: readonly string[]) {
  return {
    limits: {
      files: limits.max_files,
      // One byte more than allowed: a file of exactly the limit is not cut.
      fileSize: limits.max_file_bytes + 1,
      fields: Math.max(1, names.length),
      fieldSize: names.length === 0 ? 1 : FIELD_BYTES_MAX,
      headerPairs: 20,
    },
    throwFileSizeLimit: false,
  };
}

function assertFilesPart(part: Multipart): asserts part is MultipartFile {
  if (part.type === "file" && part.fieldname === "files") return;
  const path = part.fieldname.slice(0, 60);
  const message =
    part.type === "file" ? "unknown field; allowed: files" : "must be a file; only the field files exists";
  throw validationError([{ path, code: "unknown_field", message }]);
}

async function receiveFile(
  part: MultipartFile,
  meter: (bytes: number) => void,
  reception: Reception,
): Promise<ReceivedFile> {
  const received = await receiveContent(part.file, meter, reception);
  return {
    name: cleanUploadName(part.filename),
    media_type: part.mimetype === "" ? null : part.mimetype.slice(0, 200),
    ...received,
  };
}

/** Counts the bytes of one file, and those of all files. @throws ServiceError when either are too many */
function sizeMeter(index: number, limits: UploadLimits, budget: { left_bytes: number }): (bytes: number) => void {
  let size_bytes = 0;
  return (bytes) => {
    size_bytes += bytes;
    budget.left_bytes -= bytes;
    if (size_bytes > limits.max_file_bytes) throw tooLarge(index, limits);
    if (budget.left_bytes < 0) throw tooLargeInAll(limits);
  };
}

function tooLarge(index: number, limits: UploadLimits): ServiceError {
  const message = `a file may have at most ${limits.max_file_bytes} bytes`;
  return validationError([{ path: `files.${index}`, code: "too_large", message }]);
}

function tooLargeInAll(limits: UploadLimits): ServiceError {
  return refused("too_large", `all files together may have at most ${limits.max_total_bytes} bytes`);
}

function refused(code: string, message: string): ServiceError {
  const issue: ValidationIssue = { path: "files", code, message };
  return validationError([issue]);
}

/** The parser's own complaints are the caller's fault; anything else (a full disk) is ours. */
function envelopeError(error: unknown, limits: UploadLimits): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  if (code === "FST_FILES_LIMIT") return refused("too_many", `at most ${limits.max_files} files in one upload`);
  if (code === "FST_FIELDS_LIMIT") return refused("unknown_field", "only files in the field files are accepted");
  const isSystemFault = "syscall" in error;
  return isSystemFault ? error : refused("malformed", "the multipart body cannot be read to its end");
}

function discardRest(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("connection", "close");
  const { raw } = request;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

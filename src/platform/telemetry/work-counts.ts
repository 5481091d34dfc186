import { Counter, Histogram, type Registry } from "prom-client";
import { type EngineName, ENGINES } from "../typst/engine.ts";

/** What background work tells the metrics. Labels are of fixed vocabularies; times are seconds. */
export interface WorkCounts {
  /** `failed`: it is tried again, or given up, which is told besides. */
  jobEnded(kind: string, outcome: "done" | "failed", seconds: number): void;
  jobGivenUp(kind: string, jobs: number): void;
  parsed(document_kind: string, outcome: string, seconds: number): void;
  picturesRead(outcome: string, seconds: number): void;
  rendered(form: RenderedForm, seconds: number): void;
  /** `times`: 0 makes the series known before anything happened. */
  scanned(result: string, times?: number): void;
  modelAnswered(result: string, times?: number): void;
  limited(limit: string): void;
}

export interface RenderedForm {
  readonly format: string;
  /** What sets a pdf; "own" for the forms that the service writes itself. */
  readonly engine: EngineName | "own";
  /** refused: the document cannot be made in that form; failed: it ended its process, or broke the engine. */
  readonly outcome: "done" | "refused" | "failed";
}

const FORMS: readonly Omit<RenderedForm, "outcome">[] = [
  ...ENGINES.map((engine) => ({ format: "pdf", engine })),
  { format: "xlsx", engine: "own" },
  { format: "xhtml", engine: "own" },
];

const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];
const PARSE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OCR_SECONDS = [0.5, 1, 2.5, 5, 10, 20, 40, 80, 180];
const RENDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function workCounts(registry: Registry): WorkCounts {
  const registers = [registry];
  const jobs = new Histogram({
    name: "carbon_ledger_job_duration_seconds",
    help: "Time that attempts at background jobs took, waiting in the queue left out.",
    labelNames: ["kind", "outcome"],
    buckets: JOB_SECONDS,
    registers,
  });
  const givenUp = new Counter({
    name: "carbon_ledger_jobs_given_up_total",
    help: "Background jobs that got no further attempt.",
    labelNames: ["kind"],
    registers,
  });
  const parses = new Histogram({
    name: "carbon_ledger_parse_duration_seconds",
    help: "Time that reading a document took in its thread, by kind of document; pictures are not read there.",
    labelNames: ["document_kind", "outcome"],
    buckets: PARSE_SECONDS,
    registers,
  });
  const pictures = new Histogram({
    name: "carbon_ledger_ocr_duration_seconds",
    help: "Time that reading the pictures of a document's pages took in its process.",
    labelNames: ["outcome"],
    buckets: OCR_SECONDS,
    registers,
  });
  const reports = new Histogram({
    name: "carbon_ledger_report_duration_seconds",
    help: "Time that making a report's file took in its process.",
    labelNames: ["format", "engine", "outcome"],
    buckets: RENDER_SECONDS,
    registers,
  });
  // A first failure is an increase only of what was there before.
  for (const form of FORMS) for (const outcome of ["done", "failed"]) reports.zero({ ...form, outcome });
  const scans = new Counter({
    name: "carbon_ledger_file_scans_total",
    help: "Files passed to the malware scanner, by what came of it.",
    labelNames: ["result"],
    registers,
  });
  const questions = new Counter({
    name: "carbon_ledger_category_model_requests_total",
    help: "Questions to the language model, by what came of them.",
    labelNames: ["result"],
    registers,
  });
  const limits = new Counter({
    name: "carbon_ledger_rate_limited_total",
    help: "What was not done because a limit of requests was used up, by the limit.",
    labelNames: ["limit"],
    registers,
  });
  return {
    jobEnded: (kind, outcome, seconds) => jobs.observe({ kind, outcome }, seconds),
    jobGivenUp: (kind, jobs) => givenUp.inc({ kind }, jobs),
    parsed: (document_kind, outcome, seconds) => parses.observe({ document_kind, outcome }, seconds),
    picturesRead: (outcome, seconds) => pictures.observe({ outcome }, seconds),
    rendered: (form, seconds) => reports.observe({ ...form }, seconds),
    scanned: (result, times = 1) => scans.inc({ result }, times),
    modelAnswered: (result, times = 1) => questions.inc({ result }, times),
    limited: (limit) => limits.inc({ limit }),
  };
}

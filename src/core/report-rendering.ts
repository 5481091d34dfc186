export const REPORT_FORMATS = ["pdf", "xlsx", "xhtml", "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Whose workbook a report in xlsx is: the service's own, or EFRAG's that the operator has pointed at. */
export const REPORT_TEMPLATES = ["own", "efrag"] as const;
export type ReportTemplate = (typeof REPORT_TEMPLATES)[number];

/** What a file is made of, beside the document. */
export interface ReportForm {
  readonly format: ReportFormat;
  readonly template: ReportTemplate;
  /** What made the file before, where the same is to be made again: the engine that is named there is taken. */
  readonly rendered_with?: Readonly<Record<string, string>> | null;
}

export interface RenderRequest extends ReportForm {
  /** The report's document as JSON text in UTF-8. */
  readonly document: Uint8Array;
}

/** `refused` and `failed` say why in words for a person; what failed may go well when it is tried again. */
export type RenderOutcome =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Makes the files of reports outside of this process, within limits of time and memory. */
export interface ReportRendering {
  /** Why this machine cannot make that form, in words for a person; null: it can. */
  unavailableReason(form: ReportForm): string | null;
  /** SHA-256 (lower hex) of EFRAG's workbook; null: the operator has given none. */
  readonly template_sha256: string | null;
  /** What makes that form here, names with versions: the same ones make the same bytes of the same document. */
  versions(form: ReportForm): Readonly<Record<string, string>>;
  /** @throws Error when the process cannot start or is ended from outside: then nothing is said about the report */
  render(request: RenderRequest): Promise<RenderOutcome>;
}

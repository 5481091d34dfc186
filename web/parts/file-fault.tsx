import type { ReactNode } from "react";
import { FILE_ERROR_TEXTS } from "../app/file-error-texts.ts";
import { useTexts } from "../app/language.ts";

interface FileFaultProps {
  readonly error: { readonly code: string; readonly detail: string };
  /** Whether a person may write what it says. */
  readonly needs_entry: boolean;
}

/** Why a file was not read, and what to do about it. */
export function FileFault({ error, needs_entry }: FileFaultProps): ReactNode {
  const { codes, to_enter } = useTexts(FILE_ERROR_TEXTS);
  if (needs_entry && error.code === "file.no_invoice_data") return to_enter;
  return codes[error.code] ?? <span lang="en">{error.detail}</span>;
}

import type { ReactNode } from "react";
import { FILE_ERROR_TEXTS } from "../app/file-error-texts.ts";
import { useTexts } from "../app/language.ts";

interface FileFaultProps {
  readonly error: { readonly code: string; readonly detail: string };
}

/** Why a file was not read, and what to do about it. */
export function FileFault({ error }: FileFaultProps): ReactNode {
  const { codes } = useTexts(FILE_ERROR_TEXTS);
  return codes[error.code] ?? <span lang="en">{error.detail}</span>;
}

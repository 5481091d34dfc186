import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../state.tsx";
import { keepFiles } from "./evidence.ts";
import { FileField } from "./file-field.tsx";
import { FORM_TEXTS } from "./texts.ts";

interface EvidenceFieldProps {
  /** Ids of the files that are kept, with blanks between them; a form sends them as `evidence`. */
  readonly ids: string;
  /** Their names, for people; a form sends them as `files`. */
  readonly names: string;
  readonly keep: (ids: string, names: string) => void;
  /** Files are on their way, or no longer. */
  readonly keeping: (isKeeping: boolean) => void;
}

/**
 * Files that show what is stated: sent as soon as they are chosen, so that they outlive a refusal and a form that is filled anew, and that
 * a decision without a connection has them.
 */
export function EvidenceField({ ids, names, keep, keeping }: EvidenceFieldProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FORM_TEXTS);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);
  const sending = (is: boolean): void => {
    setSending(is);
    keeping(is);
  };
  const send = (files: readonly File[]): void => {
    setFault(null);
    sending(true);
    keepFiles(company.id, files)
      .then(
        (kept) => keep(kept.map(({ id }) => id).join(" "), kept.map(({ name }) => name).join(", ")),
        (cause: unknown) => {
          keep("", "");
          setFault(errorOf(cause));
        },
      )
      .finally(() => sending(false));
  };
  return (
    <div>
      <FileField name="chosen" label={texts.evidence} changed={send} {...(names === "" ? {} : { nothing: names })} />
      <input type="hidden" name="evidence" value={ids} />
      <input type="hidden" name="files" value={names} />
      {isSending ? <Loading /> : null}
      {fault === null ? null : <Fault error={fault} title={texts.files_not_kept} />}
    </div>
  );
}

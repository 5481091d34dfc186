import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { keepEvidence } from "../../parts/form/evidence.ts";
import { FileField } from "../../parts/form/file-field.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { REVIEW_TEXTS } from "./texts.ts";

interface EvidenceFieldProps {
  /** Ids of the files that are kept, with blanks between them. */
  readonly kept: string;
  readonly keep: (ids: string) => void;
  /** Files are on their way, or no longer. */
  readonly keeping: (isKeeping: boolean) => void;
}

/** Files that show what is stated: sent as soon as they are chosen, so that a decision without a connection has them. */
export function EvidenceField({ kept, keep, keeping }: EvidenceFieldProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(REVIEW_TEXTS);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);
  const sending = (is: boolean): void => {
    setSending(is);
    keeping(is);
  };
  const send = (files: readonly File[]): void => {
    setFault(null);
    sending(true);
    keepEvidence(company.id, files)
      .then(
        (ids) => keep(ids.join(" ")),
        (cause: unknown) => {
          keep("");
          setFault(errorOf(cause));
        },
      )
      .finally(() => sending(false));
  };
  const count = kept.split(" ").length;
  return (
    <div>
      <FileField
        name="evidence"
        label={texts.evidence}
        changed={send}
        {...(kept === "" ? {} : { nothing: texts.files_kept(String(count)) })}
      />
      {isSending ? <Loading /> : null}
      {fault === null ? null : <Fault error={fault} title={texts.files_not_kept} />}
    </div>
  );
}

import { type ChangeEvent, type ReactNode, useId, useRef, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { type KeptFile, keptFiles, keptText } from "../kept-files.ts";
import { Fault, Loading } from "../state.tsx";
import { EVIDENCE_MAX, keepFiles } from "./evidence.ts";
import { useFileCheck, useFormReset } from "./file-checks.ts";
import { FileChoice } from "./file-choice.tsx";
import styles from "./form.module.css";
import { FORM_TEXTS } from "./texts.ts";

interface EvidenceFieldProps {
  readonly hint?: string;
  /** The files that it has at first, as `keptText` writes them. */
  readonly kept?: string;
  /** Hears of every file that comes or goes. */
  readonly changed?: (kept: string) => void;
}

/**
 * Files that show what is stated: looked at and sent as soon as they are chosen, so that they outlive a refusal and a form that is filled
 * anew, and that a decision without a connection has them. What is chosen later comes beside what is there; a form has them by
 * `evidenceIn`.
 */
export function EvidenceField({ hint, kept = "", changed }: EvidenceFieldProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(FORM_TEXTS);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const wrongWith = useFileCheck();
  const [files, setFiles] = useState(() => keptFiles(kept));
  /** How many choices are on their way. */
  const [sending, setSending] = useState(0);
  const [fault, setFault] = useState<Error | null>(null);
  // Files arrive while others are chosen or removed.
  const now = useRef(files);
  const put = (next: readonly KeptFile[]): void => {
    now.current = next;
    setFiles(next);
    changed?.(keptText(next));
  };
  useFormReset(box, () => put([]));
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(target.files ?? [])];
    // The same file can be chosen again, and what was chosen once is not chosen twice.
    target.value = "";
    const isMany = files.length + chosen.length > EVIDENCE_MAX;
    const wrong = isMany ? new Error(texts.too_many(EVIDENCE_MAX)) : wrongWith(chosen);
    setFault(wrong);
    if (wrong !== null || chosen.length === 0) return;
    setSending((count) => count + 1);
    keepFiles(company.id, chosen)
      .then((more) => put([...now.current, ...more]))
      .catch((cause: unknown) => setFault(errorOf(cause)))
      .finally(() => setSending((count) => count - 1));
  };
  const remove = (file: KeptFile): void => {
    put(now.current.filter((one) => one !== file));
    // What was pressed is gone.
    box.current?.querySelector("input")?.focus();
  };
  const input = {
    of: texts.evidence,
    multiple: true,
    onChange: choose,
    ...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` }),
  };
  return (
    <div>
      <div ref={box} role="group" aria-labelledby={id}>
        <p id={id}>{texts.evidence}</p>
        <div className={styles.choice}>
          <FileChoice {...input} label={files.length === 0 ? texts.choose_files : texts.more_files} isPlain />
          <FileChoice {...input} label={texts.photo} isCamera />
          {files.length === 0 ? <span className="soft">{texts.none_chosen}</span> : null}
        </div>
        {files.length === 0 ? null : (
          <ul className={styles.kept}>
            {files.map((file) => (
              <li key={file.id} className="row">
                <bdi>{file.name}</bdi>
                <button type="button" className="button quiet" onClick={() => remove(file)}>
                  {texts.remove}
                  <span className="hidden"> {file.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <input type="hidden" name="kept" value={keptText(files)} />
        {sending > 0 ? (
          <>
            <input type="hidden" name="on_way" value={texts.files_on_way} />
            <Loading />
          </>
        ) : null}
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="soft">
            {hint}
          </p>
        )}
        {fault === null ? null : (
          <Fault error={fault} title={texts.files_not_kept} words={{ too_large: texts.all_too_large }} />
        )}
      </div>
    </div>
  );
}

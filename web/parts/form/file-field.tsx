import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "../../app/language.ts";
import { FileChoice } from "./file-choice.tsx";
import styles from "./form.module.css";
import { FORM_TEXTS } from "./texts.ts";

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** One file of this kind, which has to be chosen; absent: any files, or none. */
  readonly only?: string;
  /** Hears of every choice, with all files that are chosen. */
  readonly changed?: (files: readonly File[]) => void;
  /** What is said where no file is chosen. */
  readonly nothing?: string;
}

/** Files of a form, with what was chosen in words; receipts can be photographed. They are read when the form is sent. */
export function FileField({ name, label, hint, only, changed, nothing }: FileFieldProps): ReactNode {
  const texts = useTexts(FORM_TEXTS);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(() => {
    const form = box.current?.closest("form");
    const emptied = (): void => setChosen([]);
    form?.addEventListener("reset", emptied);
    return () => form?.removeEventListener("reset", emptied);
  }, []);
  const look = (): void => {
    const inputs = [...(box.current?.querySelectorAll("input") ?? [])];
    const all = inputs.flatMap(({ files }) => [...(files ?? [])]);
    setChosen(all.map((file) => file.name));
    changed?.(all);
  };
  const input = { name, onChange: look, ...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` }) };
  return (
    <div ref={box} role="group" aria-labelledby={id}>
      <p id={id}>{label}</p>
      <div className={styles.choice}>
        <FileChoice
          {...input}
          label={only === undefined ? texts.choose_files : texts.choose_file}
          of={label}
          isPlain
          {...(only === undefined ? { multiple: true } : { required: true, accept: only })}
        />
        {only === undefined ? <FileChoice {...input} label={texts.photo} of={label} isCamera multiple /> : null}
        <span className={`soft ${styles.chosen}`}>
          {chosen.length === 0 ? (nothing ?? texts.none_chosen) : chosen.join(", ")}
        </span>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
    </div>
  );
}

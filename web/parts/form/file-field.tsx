import { type ChangeEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTexts } from "../../app/language.ts";
import { Fault } from "../state.tsx";
import { useFileCheck, useFormReset } from "./file-checks.ts";
import { FileChoice } from "./file-choice.tsx";
import styles from "./form.module.css";
import { FORM_TEXTS } from "./texts.ts";

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  /** How its name ends, e.g. ".csv". */
  readonly ending: string;
}

/** One file of a form, which has to be chosen, with its name; it is looked at when it is chosen and read when the form is sent. */
export function FileField({ name, label, ending }: FileFieldProps): ReactNode {
  const texts = useTexts(FORM_TEXTS);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const wrongWith = useFileCheck();
  const [chosen, setChosen] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  useFormReset(box, () => setChosen(""));
  const look = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const wrong = wrongWith([...(target.files ?? [])], ending);
    setFault(wrong);
    // What the service would refuse is not chosen.
    if (wrong !== null) target.value = "";
    setChosen(target.files?.[0]?.name ?? "");
  };
  return (
    <div ref={box} role="group" aria-labelledby={id}>
      <p id={id}>{label}</p>
      <div className={styles.choice}>
        <FileChoice name={name} onChange={look} label={texts.choose_file} of={label} isPlain required accept={ending} />
        <span className={`soft ${styles.chosen}`}>{chosen === "" ? texts.none_chosen : chosen}</span>
      </div>
      {fault === null ? null : <Fault error={fault} title={texts.not_chosen} />}
    </div>
  );
}

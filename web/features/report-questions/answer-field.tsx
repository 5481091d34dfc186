import { type ReactNode, useId } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Answer, Datapoint } from "./queries.ts";
import styles from "./report-questions.module.css";
import { QUESTIONS_TEXTS } from "./texts.ts";
import { shownAnswer, VALUE } from "./typed-answer.ts";

interface AnswerFieldProps {
  readonly datapoint: Datapoint;
  readonly value: Answer["value"];
  /** What the field is called by a reader of the screen: the question itself stands above it. */
  readonly label: string;
}

const TEXT_MAX = 20_000;
/** A longer list is shown in part and scrolled. */
const SHOWN_OPTIONS = 8;

/** The field that the kind of a datapoint asks for, with what is answered so far. */
export function AnswerField({ datapoint, value, label }: AnswerFieldProps): ReactNode {
  const texts = useTexts(QUESTIONS_TEXTS);
  const { language } = useFormats();
  const id = useId();
  const { kind, unit } = datapoint;
  const shown = shownAnswer(value, language);
  const field = { id, name: VALUE, className: "field" } as const;
  const options =
    kind === "boolean"
      ? [
          { name: "true", label: texts.yes },
          { name: "false", label: texts.no },
        ]
      : (datapoint.options ?? []);
  const isChosen = options.length > 0;
  const isSet = kind === "enumeration_set";
  return (
    <div>
      <label htmlFor={id} className="hidden">
        {label}
      </label>
      {isChosen ? (
        <select
          {...field}
          multiple={isSet}
          size={isSet ? Math.min(options.length, SHOWN_OPTIONS) : 1}
          defaultValue={shown}
        >
          {isSet ? null : <option value="">{texts.choose}</option>}
          {options.map((option) => (
            <option key={option.name} value={option.name}>
              {option.label}
            </option>
          ))}
        </select>
      ) : kind === "text" ? (
        <textarea {...field} rows={2} maxLength={TEXT_MAX} defaultValue={String(shown)} />
      ) : (
        <span className={styles.measure}>
          <input
            {...field}
            type={kind === "date" ? "date" : "text"}
            inputMode={kind === "number" ? "decimal" : kind === "year" ? "numeric" : undefined}
            autoComplete="off"
            defaultValue={String(shown)}
          />
          {kind === "number" ? <span className="soft">{unitName(unit, texts.currency)}</span> : null}
        </span>
      )}
      {isSet ? <p className="soft">{texts.several}</p> : null}
    </div>
  );
}

/** A unit as people read it; XBRL writes it with its registry. */
export function unitName(unit: string | null, currency: string): string {
  if (unit === null || unit === "xbrli:pure") return "";
  if (unit === "percent") return "%";
  return unit
    .split("/")
    .map((part) => (part === "money" ? currency : part.replace(/^(utr|cl):/, "").replace("money", currency)))
    .join(" / ");
}

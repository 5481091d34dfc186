import { type ReactNode, useId, useState } from "react";
import { useTexts } from "../../app/language.ts";
import { AnswerForm } from "./answer-form.tsx";
import type { Datapoint, QuestionTerms } from "./queries.ts";
import { QUESTIONS_TEXTS } from "./texts.ts";

interface AddCellProps {
  readonly terms: QuestionTerms;
  readonly datapoint: Datapoint;
}

const ROW_MAX = 300;

/** An answer for another member of the datapoint's dimension, or for another row of the company's own. */
export function AddCell({ terms, datapoint }: AddCellProps): ReactNode {
  const texts = useTexts(QUESTIONS_TEXTS);
  const [name, setName] = useState("");
  const id = useId();
  const answered = new Set(datapoint.answers.map(({ member }) => member));
  const members = datapoint.axis?.members?.filter((member) => !answered.has(member.name)) ?? null;
  if (members?.length === 0) return null;
  const member = members === null ? { name, label: name } : members.find((one) => one.name === name);
  return (
    <details>
      <summary>
        {texts.add} <span className="hidden">{datapoint.label}</span>
      </summary>
      <div>
        <label htmlFor={id}>{members === null ? texts.row : texts.member}</label>
        {members === null ? (
          <input
            id={id}
            className="field"
            value={name}
            maxLength={ROW_MAX}
            autoComplete="off"
            onChange={({ target }) => setName(target.value.trim())}
          />
        ) : (
          <select id={id} className="field" value={name} onChange={({ target }) => setName(target.value)}>
            <option value="">{texts.choose}</option>
            {members.map((one) => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </div>
      {member === undefined || member.name === "" ? null : (
        <AnswerForm terms={terms} datapoint={datapoint} member={member} answer={null} />
      )}
    </details>
  );
}

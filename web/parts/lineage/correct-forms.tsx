import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Choice, typedIn } from "../form/fields.tsx";
import forms from "../form/form.module.css";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import { FactsForm } from "./facts-form.tsx";
import { LeaveOutForm } from "./leave-out-form.tsx";
import { LineForm } from "./line-form.tsx";
import { type Line, useLineChange, useOpenDepartments, type Waiting } from "./line-queries.ts";

/** What the forms of a line are given. */
export interface LineFormProps {
  /** As it was when the form was opened: what others change meanwhile is refused, and takes nothing away that was typed. */
  readonly line: Line;
  /** With what is to be said, and what waits for a closed year. */
  readonly done: (text: string, waiting: Waiting | undefined) => void;
  /** Begins anew with the line as it is now. */
  readonly again: () => void;
}

const KINDS = ["facts", "department", "out"] as const;
type Kind = (typeof KINDS)[number];

/** What is wrong with the line, and the form for that. */
export function CorrectForms({ line: newest, ...props }: LineFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const [line] = useState(newest);
  const [kind, setKind] = useState<Kind>("facts");
  const { data: departments = [] } = useOpenDepartments(company.id);
  const offered = KINDS.filter((one) => {
    if (one === "department") return departments.length > 0;
    return one !== "out" || line.status !== "excluded";
  });
  return (
    <div className={forms.form}>
      <p className="soft">{texts.hint}</p>
      <div className={forms.choice} role="group" aria-label={texts.what}>
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            className="button quiet"
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {texts.kinds[one]}
          </button>
        ))}
      </div>
      {kind === "facts" ? <FactsForm line={line} {...props} /> : null}
      {kind === "department" ? <DepartmentForm line={line} {...props} /> : null}
      {kind === "out" ? <LeaveOutForm line={line} {...props} /> : null}
    </div>
  );
}

function DepartmentForm({ line, done, again }: LineFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const { data: departments = [] } = useOpenDepartments(company.id);
  const { assign } = useLineChange(company.id, line.id);
  const options = [
    { value: "none", name: texts.no_department },
    ...departments.map(({ id, name }) => ({ value: id, name })),
  ];
  return (
    <LineForm
      label={texts.assign}
      again={again}
      act={async (form) => {
        const chosen = typedIn(form, "department");
        const department_id = chosen === "none" ? null : chosen;
        if (department_id === line.department_id) return texts.nothing_changed;
        const { pending_restatements } = await assign(department_id, line.version);
        done(texts.moved, pending_restatements);
        return null;
      }}
    >
      <p className="soft">{texts.department_hint}</p>
      <Choice name="department" label={texts.department} options={options} first={line.department_id ?? "none"} />
    </LineForm>
  );
}

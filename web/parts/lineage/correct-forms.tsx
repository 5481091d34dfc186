import { type ReactNode, useRef, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Choice, typedIn } from "../form/fields.tsx";
import forms from "../form/form.module.css";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import { FactsForm } from "./facts-form.tsx";
import { LeaveOutForm } from "./leave-out-form.tsx";
import { LineForm } from "./line-form.tsx";
import { type Line, useLineChange, useOpenDepartments, type Waiting } from "./line-queries.ts";
import { type Typed, typedOver } from "./stated-of-line.ts";

/** With what is to be said, and what waits for a closed year. */
export type Done = (text: string, waiting: Waiting | undefined) => void;

/** What the forms of a line are given. */
export interface LineFormProps {
  /** As it was when somebody began to type: what others change meanwhile is refused, and takes nothing away that was typed. */
  readonly line: Line;
  /** Whether it has changed since. */
  readonly isChanged: boolean;
  /** What was typed before the line was read anew, by the names of fields; it stands in the fields in place of the line's own. */
  readonly typed: Typed;
  readonly done: Done;
  /** Goes on with the line as it is now, and with what was typed. */
  readonly again: (form: FormData) => void;
  /** Something was chosen with a button: from now on the line stays as it was. */
  readonly touch: () => void;
}

interface CorrectFormsProps {
  readonly line: Line;
  readonly done: Done;
}

const KINDS = ["facts", "department", "out"] as const;
type Kind = (typeof KINDS)[number];

/** What is wrong with the line, and the form for that. */
export function CorrectForms({ line: newest, done }: CorrectFormsProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const { language } = useFormats();
  /** Null: nothing is typed yet, and the newest is shown. */
  const [begun, setBegun] = useState<Line | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [kind, setKind] = useState<Kind>("facts");
  const forms_of_kinds = useRef<HTMLDivElement>(null);
  const line = begun ?? newest;
  const keep = (form: FormData): void => setTyped({ ...typed, ...typedOver(form, line, language) });
  const choose = (chosen: Kind): void => {
    const form = forms_of_kinds.current?.querySelector("form");
    if (form != null) keep(new FormData(form));
    setKind(chosen);
  };
  const props: LineFormProps = {
    line,
    isChanged: line.version !== newest.version,
    typed,
    done,
    again: (form) => {
      keep(form);
      setBegun(newest);
    },
    touch: () => setBegun(line),
  };
  const { data: departments = [] } = useOpenDepartments(company.id);
  const offered = KINDS.filter((one) => {
    if (one === "department") return departments.length > 0;
    return one !== "out" || line.status !== "excluded";
  });
  return (
    <div ref={forms_of_kinds} className={forms.form} onChange={props.touch}>
      <p className="soft">{texts.hint}</p>
      <div className={forms.choice} role="group" aria-label={texts.what}>
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            className="button quiet"
            aria-pressed={one === kind}
            onClick={() => choose(one)}
          >
            {texts.kinds[one]}
          </button>
        ))}
      </div>
      {kind === "facts" ? <FactsForm key={line.version} {...props} /> : null}
      {kind === "department" ? <DepartmentForm key={line.version} {...props} /> : null}
      {kind === "out" ? <LeaveOutForm key={line.version} {...props} /> : null}
    </div>
  );
}

function DepartmentForm(props: LineFormProps): ReactNode {
  const { line, typed, done } = props;
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
      {...props}
      label={texts.assign}
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
      <Choice
        name="department"
        label={texts.department}
        options={options}
        first={typed["department"] ?? line.department_id ?? "none"}
      />
    </LineForm>
  );
}

import { type ComponentProps, type ReactNode, useId } from "react";
import { IssueWords, useIssue } from "./issues.tsx";

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** What it takes, beneath it. */
  readonly hint?: string;
  readonly more?: ComponentProps<"input">;
  /** Paths of the request that it is about, below `facts`, with blanks between them; absent: nothing is told at the field. */
  readonly paths?: string;
}

/** A labelled field of a form; its value is read when the form is sent. What is wrong with it stands beneath it. */
export function Field({ name, label, hint, more = {}, paths }: FieldProps): ReactNode {
  const id = useId();
  const issue = useIssue(paths);
  const told = [hint === undefined ? "" : `${id}-hint`, issue === undefined ? "" : `${id}-issue`].join(" ").trim();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field"
        autoComplete="off"
        {...(told === "" ? {} : { "aria-describedby": told })}
        {...(issue === undefined ? {} : { "aria-invalid": true })}
        {...more}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
      <IssueWords id={`${id}-issue`} issue={issue} />
    </div>
  );
}

interface ChoiceProps extends Pick<FieldProps, "name" | "label" | "paths"> {
  readonly options: readonly { readonly value: string; readonly name: string }[];
  /** What it stands on at first; by default the first. */
  readonly first?: string;
  readonly more?: ComponentProps<"select">;
}

export function Choice({ name, label, options, first, more = {}, paths }: ChoiceProps): ReactNode {
  const id = useId();
  const issue = useIssue(paths);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="field"
        required
        {...(first === undefined ? {} : { defaultValue: first })}
        {...(issue === undefined ? {} : { "aria-describedby": `${id}-issue`, "aria-invalid": true })}
        {...more}
      >
        {options.map(({ value, name: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
      <IssueWords id={`${id}-issue`} issue={issue} />
    </div>
  );
}

/** What was typed into a field, without white space around it. */
export function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

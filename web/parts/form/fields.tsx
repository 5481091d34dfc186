import { type ReactNode, useId } from "react";

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** What it takes, beneath it. */
  readonly hint?: string;
  readonly more?: Readonly<Record<string, string | boolean | number>>;
}

/** A labelled field of a form; its value is read when the form is sent. */
export function Field({ name, label, hint, more = {} }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field"
        autoComplete="off"
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        {...more}
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  /** What it stands on at first; by default the first. */
  readonly first?: string;
}

export function Choice({ name, label, options, first }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="field" required defaultValue={first}>
        {options.map(({ value, name: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What was typed into a field, without white space around it. */
export function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

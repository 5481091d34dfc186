import { type ReactNode, useId, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { DATA_SOURCES_TEXTS } from "./data-sources-texts.ts";
import styles from "./settings.module.css";
import { FIELDS, type FieldName, type Kind, KINDS, newSource, SECRETS } from "./source-fields.ts";

/** An hour, as the service has it where nothing is said. */
const MINUTES = 60;

/** Connects a source; `added` hears its name. */
export function AddSource({ added }: { readonly added: (name: string) => void }): ReactNode {
  const company = useCompany();
  const texts = useTexts(DATA_SOURCES_TEXTS);
  const id = useId();
  const [kind, setKind] = useState<Kind>("imap");
  const [fault, setFault] = useState<Error | null>(null);
  const submit = async (element: HTMLFormElement): Promise<void> => {
    const form = new FormData(element);
    const typed = (name: FieldName | "name" | "minutes"): string => typedIn(form, name);
    await call(company.id, "create_data_source", newSource(kind, typed));
    const name = typed("name");
    element.reset();
    setKind("imap");
    added(name);
  };
  const field = (name: FieldName | "name" | "minutes", more: Readonly<Record<string, string | boolean | number>>) => (
    <Field key={name} name={name} label={texts[name]} more={more} />
  );
  return (
    <details>
      <summary>{texts.add}</summary>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          setFault(null);
          submit(event.currentTarget).catch((cause: unknown) => setFault(errorOf(cause)));
        }}
      >
        <div>
          <label htmlFor={`${id}-kind`}>{texts.kind}</label>
          <select
            id={`${id}-kind`}
            className="field"
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? "imap")}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {texts.connectors[one]}
              </option>
            ))}
          </select>
        </div>
        {field("name", { required: true, maxLength: 120 })}
        {FIELDS[kind].map((name) =>
          field(name, {
            required: name !== "path",
            ...(SECRETS.includes(name) ? { type: "password", autoComplete: "new-password" } : {}),
          }),
        )}
        {field("minutes", { type: "number", min: 5, max: 10_080, required: true, defaultValue: MINUTES })}
        {fault === null ? null : <Fault error={fault} title={texts.not_done} />}
        <OnlineButton type="submit" className="button">
          {texts.connect}
        </OnlineButton>
      </form>
      <p className="soft">{texts.elsewhere}</p>
    </details>
  );
}

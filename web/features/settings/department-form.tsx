import type { ReactNode } from "react";
import { useTexts } from "../../app/language.ts";
import type { Department } from "../../parts/departments.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import { ORGANISATION_TEXTS } from "./organisation-texts.ts";
import styles from "./settings.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";

interface Typed {
  readonly name: string;
  readonly code: string | null;
  readonly parent_id: string | null;
  /** Empty where a department is created. */
  readonly reason: string;
}

interface DepartmentFormProps {
  /** Those that it can belong to. */
  readonly all: readonly Department[];
  /** The one that is edited; absent where one is created. */
  readonly department?: Department;
  readonly label: string;
  readonly send: (typed: Typed) => Promise<boolean>;
  readonly cancel?: () => void;
}

/** Name, code and place of a department. */
export function DepartmentForm({ all, department, label, send, cancel }: DepartmentFormProps): ReactNode {
  const texts = useTexts(ORGANISATION_TEXTS);
  const places = all.filter(({ is_active, id }) => is_active || id === department?.parent_id);
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const orNull = (name: string): string | null => typedIn(form, name) || null;
        const [code, parent_id] = [orNull("code"), orNull("parent_id")];
        void send({ name: typedIn(form, "name"), code, parent_id, reason: typedIn(form, "reason") });
      }}
    >
      <Field
        name="name"
        label={texts.name}
        more={{ required: true, maxLength: 120, defaultValue: department?.name ?? "" }}
      />
      <Field name="code" label={texts.code} more={{ maxLength: 40, defaultValue: department?.code ?? "" }} />
      <label>
        {texts.above}
        <select name="parent_id" className="field" defaultValue={department?.parent_id ?? ""}>
          <option value="">{texts.none}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {department === undefined ? null : (
        <Field name="reason" label={texts.reason} more={{ required: true, maxLength: 500 }} />
      )}
      <p className={styles.year}>
        <OnlineButton type="submit" className="button plain">
          {label}
        </OnlineButton>
        {cancel === undefined ? null : (
          <button type="button" className="button quiet" onClick={cancel}>
            {texts.cancel}
          </button>
        )}
      </p>
    </form>
  );
}

import { type ReactNode, useId } from "react";
import { useTexts } from "../../app/language.ts";
import { Field } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import type { Instrument } from "./queries.ts";
import { ENERGY_TEXTS } from "./texts.ts";

interface CancellationFieldsProps {
  /** What is stated so far. */
  readonly stated?: Instrument["cancellation"];
  readonly isRequired?: boolean;
}

/** When the registry cancelled the certificates, for whom and for which consumption. */
export function CancellationFields({ stated = null, isRequired = false }: CancellationFieldsProps): ReactNode {
  const texts = useTexts(ENERGY_TEXTS);
  const id = useId();
  const day = (value: string | null | undefined) => ({ type: "date", defaultValue: value ?? "" });
  return (
    <>
      <div className={styles.pair}>
        <Field name="cancelled_on" label={texts.cancelled_on} more={{ ...day(stated?.date), required: isRequired }} />
        <Field
          name="beneficiary"
          label={texts.beneficiary}
          more={{ maxLength: 200, required: isRequired, defaultValue: stated?.beneficiary ?? "" }}
        />
      </div>
      <p>
        <input id={id} type="checkbox" name="is_for_company" defaultChecked={stated?.is_for_company ?? true} />{" "}
        <label htmlFor={id}>{texts.is_for_company}</label>
      </p>
      <Field
        name="statement_number"
        label={texts.statement_number}
        more={{ maxLength: 100, defaultValue: stated?.statement_number ?? "" }}
      />
      <div className={styles.pair}>
        <Field name="consumption_from" label={texts.consumption_from} more={day(stated?.consumption_from)} />
        <Field name="consumption_to" label={texts.consumption_to} more={day(stated?.consumption_to)} />
      </div>
    </>
  );
}

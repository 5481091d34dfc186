import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { CategoryChoice } from "../../parts/category/category-choice.tsx";
import { EvidenceField } from "../../parts/form/evidence-field.tsx";
import { evidenceIn } from "../../parts/form/evidence.ts";
import { Choice, Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { METHOD_TEXTS } from "../../parts/methods.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { type FactorInput, useFactorDecisions } from "./queries.ts";
import { COMPANY_FACTORS_TEXTS } from "./texts.ts";

type Method = FactorInput["method"];
/** As the service orders them. */
const METHODS: readonly Method[] = [
  "supplier_specific",
  "direct_measurement",
  "hybrid",
  "fuel_based",
  "distance_based",
  "site_specific",
  "waste_type_specific",
  "average_data",
  "spend_based",
];

/** States a factor; `submitted` hears its name. */
export function FactorForm({ submitted }: { readonly submitted: (name: string) => void }): ReactNode {
  const company = useCompany();
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const methods = useTexts(METHOD_TEXTS);
  const { language } = useFormats();
  const { submit } = useFactorDecisions(company.id);
  const [category, setCategory] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const figureOf = (text: string): number => {
    const figure = numberOf(text, language);
    if (figure === null) throw new Error(texts.number_wrong);
    return figure;
  };
  const inputOf = (form: FormData): FactorInput => {
    const typed = (name: string): string => typedIn(form, name);
    const optional = (name: string) => (typed(name) === "" ? {} : { [name]: typed(name) });
    if (category === null) throw new Error(texts.category_missing);
    return {
      category_id: category,
      name: typed("name"),
      kg_co2e_per_unit: figureOf(typed("figure")),
      ...(typed("biogenic") === "" ? {} : { biogenic_co2_kg_per_unit: figureOf(typed("biogenic")) }),
      unit: typed("unit"),
      ...(typed("country") === "" ? {} : { country: typed("country").toUpperCase() }),
      year: Number(typed("year")),
      valid_from: typed("from"),
      valid_to: typed("to"),
      ...optional("supplier_name"),
      ...optional("supplier_identifier"),
      is_automatic: typed("use") === "automatic",
      source: typed("source"),
      method: METHODS.find((one) => one === typed("method")) ?? "supplier_specific",
      ...optional("verified_by"),
      note: typed("note"),
      evidence: evidenceIn(form),
    };
  };
  const send = async (element: HTMLFormElement): Promise<void> => {
    const form = new FormData(element);
    await submit(inputOf(form));
    const name = typedIn(form, "name");
    element.reset();
    setCategory(null);
    submitted(name);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        send(event.currentTarget)
          .catch((cause: unknown) => setFault(errorOf(cause)))
          .finally(() => setSending(false));
      }}
    >
      <CategoryChoice chosen={category} choose={setCategory} />
      <Field name="name" label={texts.name} hint={texts.name_hint} more={{ required: true, maxLength: 200 }} />
      <div className={styles.pair}>
        <Field name="figure" label={texts.figure} more={{ required: true, inputMode: "decimal" }} />
        <Field name="unit" label={texts.unit} more={{ required: true, maxLength: 40 }} />
      </div>
      <p className="soft">
        {texts.unit_hint} {texts.figure_hint}
      </p>
      <Field name="biogenic" label={texts.biogenic} more={{ inputMode: "decimal" }} />
      <div className={styles.pair}>
        <Field name="year" label={texts.year} more={{ type: "number", required: true, min: 1990, max: 2100 }} />
        <Field name="country" label={texts.country} more={{ maxLength: 2, pattern: "[A-Za-z]{2}" }} />
      </div>
      <div className={styles.pair}>
        <Field name="from" label={texts.from} more={{ type: "date", required: true }} />
        <Field name="to" label={texts.to} more={{ type: "date", required: true }} />
      </div>
      <div className={styles.pair}>
        <Field name="supplier_name" label={texts.supplier} more={{ maxLength: 200 }} />
        <Field name="supplier_identifier" label={texts.supplier_number} more={{ maxLength: 50 }} />
      </div>
      <Choice
        name="use"
        label={texts.use}
        options={[
          { value: "named", name: texts.named },
          { value: "automatic", name: texts.automatic },
        ]}
      />
      <Field name="source" label={texts.source} hint={texts.source_hint} more={{ required: true, maxLength: 300 }} />
      <Choice
        name="method"
        label={texts.method}
        options={METHODS.map((value) => ({ value, name: methods[value] ?? value }))}
      />
      <Field name="verified_by" label={texts.verified_by} more={{ maxLength: 200 }} />
      <Field name="note" label={texts.note} hint={texts.note_hint} more={{ required: true, maxLength: 500 }} />
      <EvidenceField hint={texts.evidence_hint} />
      {fault === null ? null : <Fault error={fault} title={texts.not_submitted} words={texts.words} />}
      <p>
        <OnlineButton type="submit" className="button" disabled={isSending}>
          {texts.submit}
        </OnlineButton>
      </p>
    </form>
  );
}

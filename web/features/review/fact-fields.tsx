import { type ComponentProps, type ReactNode, Suspense, useId } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { EmissionsFields } from "../../parts/emissions-fields.tsx";
import { EMISSIONS_TEXTS } from "../../parts/emissions-texts.ts";
import { Choice, Field } from "../../parts/form/fields.tsx";
import styles from "./review.module.css";
import {
  type Asked,
  type AttributeField,
  attributesAsked,
  currencyAsked,
  fieldOf,
  isFact,
  type NameField,
  proposedOf,
  type StatedFields,
  unitsOf,
} from "./stated-fields.ts";
import { SupplyField } from "./supply-field.tsx";
import { REVIEW_TEXTS } from "./texts.ts";

/** Files are sent at once: without a connection there are none. */
const EvidenceField = later(async () => (await import("../../parts/form/evidence-field.tsx")).EvidenceField);

interface FactFieldsProps {
  readonly asked: Asked;
  readonly fields: StatedFields;
  readonly change: (part: StatedFields) => void;
}

/** A field for each fact that would settle what waits. */
export function FactFields({ asked, fields, change }: FactFieldsProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const stated = useTexts(EMISSIONS_TEXTS);
  const id = useId();
  const proposed = proposedOf(asked);
  const asks = (name: string): boolean => asked.needs.some((need) => fieldOf(need) === name);
  const units = unitsOf(asked);
  const money = currencyAsked(asked);
  const named = asked.needs.find(({ emission_factor_key }) => emission_factor_key !== undefined)?.emission_factor_key;
  const bound = (name: keyof StatedFields, at = "") => ({
    value: fields[name] ?? at,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change({ [name]: target.value }),
  });
  const field = (
    name: keyof StatedFields,
    label: string,
    paths: string,
    { at = "", ...more }: ComponentProps<"input"> & { readonly at?: string } = {},
  ): ReactNode => <Field name={name} label={label} paths={paths} more={{ ...bound(name, at), ...more }} />;
  const day = (name: "from" | "to", path: "service_period_start" | "service_period_end"): ReactNode =>
    field(name, texts[name], path, { type: "date", at: proposed?.[path] ?? "" });
  const checkbox = (name: "factor" | "without", label: string, value: string): ReactNode => (
    <div>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="checkbox"
        checked={fields[name] === value}
        onChange={({ target }) => change({ [name]: target.checked ? value : "" })}
      />
    </div>
  );
  const decimal = { inputMode: "decimal" } as const;
  const hasFacts = asked.needs.some(isFact);
  const evidence = (
    <Suspense>
      <EvidenceField kept={fields.kept ?? ""} changed={(kept) => change({ kept })} />
    </Suspense>
  );
  return (
    <>
      {hasFacts ? (
        <fieldset className={styles.facts}>
          <legend className={styles.small}>{texts.facts}</legend>
          <AttributeFields asked={asked} fields={fields} change={change} />
          {asks("quantity") ? field("quantity", texts.quantity, "quantity", decimal) : null}
          {asks("unit_price")
            ? field(
                "unit_price",
                texts.unit_price(fields.currency ?? money ?? asked.currency ?? ""),
                "unit_price",
                decimal,
              )
            : null}
          {units.length === 0 ? null : (
            <Choice
              name="unit"
              label={texts.unit}
              paths="unit"
              options={units.map((unit) => ({ value: unit, name: unit }))}
              more={bound("unit", units[0])}
            />
          )}
          {money === undefined ? null : (
            <>
              {field("amount", texts.amount, "amount", decimal)}
              {field("currency", texts.currency, "currency", { at: money, maxLength: 3 })}
            </>
          )}
          {asks("transaction_date") ? field("date", texts.documentDate, "transaction_date", { type: "date" }) : null}
          {asks("service_period") ? (
            <>
              {day("from", "service_period_start")}
              {day("to", "service_period_end")}
            </>
          ) : null}
          {named === undefined ? null : checkbox("factor", texts.lifeCycle, named)}
          {asks("company_factor_id") ? checkbox("without", texts.withoutOwn, "1") : null}
          {asks("supply_id") ? (
            <div>
              <label htmlFor={`${id}-supply`}>{texts.supply}</label>
              <SupplyField id={`${id}-supply`} value={fields.supply ?? ""} change={(supply) => change({ supply })} />
            </div>
          ) : null}
          {evidence}
        </fieldset>
      ) : null}
      {asks("emissions") ? (
        <fieldset className={styles.facts}>
          <legend className={styles.small}>{stated.emissions}</legend>
          <EmissionsFields bound={(name) => bound(name)} />
          {hasFacts ? null : evidence}
        </fieldset>
      ) : null}
    </>
  );
}

/** A choice of each class in which the factors of the category differ; one that is left empty is not stated. */
function AttributeFields({ asked, fields, change }: FactFieldsProps): ReactNode {
  const { language } = useFormats();
  return attributesAsked(asked).map(({ name, value_names, ...called }) => {
    const path: AttributeField = `attributes.${name}`;
    const named: NameField = `named.${name}`;
    const options = value_names.map(({ value, ...names }) => ({ value, name: names[`name_${language}`] }));
    return (
      <Choice
        key={path}
        name={path}
        label={called[`name_${language}`]}
        paths={path}
        options={[{ value: "", name: "" }, ...options]}
        more={{
          required: false,
          value: fields[path] ?? "",
          onChange: ({ target: { value, selectedOptions } }) =>
            change({ [path]: value, [named]: selectedOptions[0]?.text ?? "" }),
        }}
      />
    );
  });
}

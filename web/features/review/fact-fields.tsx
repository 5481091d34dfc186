import { type ComponentProps, type ReactNode, Suspense, useId } from "react";
import { useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { EmissionsFields } from "../../parts/emissions-fields.tsx";
import { EMISSIONS_TEXTS } from "../../parts/emissions-texts.ts";
import { Choice, Field } from "../../parts/form/fields.tsx";
import type { ReviewItem } from "./queries.ts";
import styles from "./review.module.css";
import { currencyAsked, proposedOf, type StatedFields, unitsOf } from "./stated-fields.ts";
import { SupplyField } from "./supply-field.tsx";
import { REVIEW_TEXTS } from "./texts.ts";

/** Files are sent at once: without a connection there are none. */
const EvidenceField = later(async () => (await import("./evidence-field.tsx")).EvidenceField);

interface FactFieldsProps {
  readonly item: ReviewItem;
  readonly fields: StatedFields;
  readonly change: (part: StatedFields) => void;
  /** Files are on their way, or no longer. */
  readonly keeping: (isKeeping: boolean) => void;
}

/** A field for each fact that would settle the line. */
export function FactFields({ item, fields, change, keeping }: FactFieldsProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const stated = useTexts(EMISSIONS_TEXTS);
  const id = useId();
  const proposed = proposedOf(item);
  const asks = (name: string): boolean => item.needs.some(({ field }) => field === name);
  const units = unitsOf(item);
  const money = currencyAsked(item);
  const named = item.needs.find(({ emission_factor_key }) => emission_factor_key !== undefined)?.emission_factor_key;
  const isPriced = asks("unit_price");
  const others = ["service_period", "transaction_date", "supply_id"];
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
  const decimal = { inputMode: "decimal" } as const;
  const evidence = (
    <Suspense>
      <EvidenceField kept={fields.evidence ?? ""} keep={(ids) => change({ evidence: ids })} keeping={keeping} />
    </Suspense>
  );
  return (
    <>
      {named === undefined && units.length === 0 && money === undefined && !others.some(asks) ? null : (
        <fieldset className={styles.facts}>
          <legend className={styles.small}>{texts.facts}</legend>
          {asks("quantity") ? field("quantity", texts.quantity, "quantity", decimal) : null}
          {isPriced
            ? field(
                "unit_price",
                texts.unit_price(fields.currency ?? money ?? item.currency ?? ""),
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
              {field("from", texts.from, "service_period_start", {
                type: "date",
                at: proposed?.service_period_start ?? "",
              })}
              {field("to", texts.to, "service_period_end", { type: "date", at: proposed?.service_period_end ?? "" })}
            </>
          ) : null}
          {named === undefined ? null : (
            <div>
              <label htmlFor={`${id}-factor`}>{texts.lifeCycle}</label>
              <input
                id={`${id}-factor`}
                type="checkbox"
                checked={fields.factor === named}
                onChange={({ target }) => change({ factor: target.checked ? named : "" })}
              />
            </div>
          )}
          {asks("supply_id") ? (
            <div>
              <label htmlFor={`${id}-supply`}>{texts.supply}</label>
              <SupplyField id={`${id}-supply`} value={fields.supply ?? ""} change={(supply) => change({ supply })} />
            </div>
          ) : null}
          {isPriced ? evidence : null}
        </fieldset>
      )}
      {asks("emissions") ? (
        <fieldset className={styles.facts}>
          <legend className={styles.small}>{stated.emissions}</legend>
          <EmissionsFields bound={(name) => bound(name)} />
          {isPriced ? null : evidence}
        </fieldset>
      ) : null}
    </>
  );
}

import { type ReactNode, useId } from "react";
import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import type { Facts, ReviewItem } from "./queries.ts";
import styles from "./review.module.css";
import { SupplyField } from "./supply-field.tsx";
import { REVIEW_TEXTS } from "./texts.ts";

/** What a person has typed, as typed. */
export interface StatedFields {
  readonly quantity?: string;
  readonly unit?: string;
  readonly amount?: string;
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  /** Id of a metered supply. */
  readonly supply?: string;
  /** Key of a factor that counts only where a person names it. */
  readonly factor?: string;
}

interface FactFieldsProps {
  readonly item: ReviewItem;
  readonly fields: StatedFields;
  readonly change: (part: StatedFields) => void;
}

/** A field for each fact that would settle the line. */
export function FactFields({ item, fields, change }: FactFieldsProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const id = useId();
  const quantity = item.needs.find(({ field }) => field === "quantity");
  const proposed = proposedOf(item);
  const asks = (name: string): boolean => item.needs.some(({ field }) => field === name);
  const others = ["amount", "service_period", "transaction_date", "supply_id"];
  const named = item.needs.find(({ emission_factor_key }) => emission_factor_key !== undefined)?.emission_factor_key;
  if (named === undefined && quantity === undefined && !others.some(asks)) return null;
  return (
    <fieldset className={styles.facts}>
      <legend className={styles.small}>{texts.facts}</legend>
      {quantity === undefined ? null : (
        <>
          <label htmlFor={`${id}-quantity`}>{texts.quantity}</label>
          <input
            id={`${id}-quantity`}
            className="field"
            inputMode="decimal"
            value={fields.quantity ?? ""}
            onChange={({ target }) => change({ quantity: target.value })}
          />
          <label htmlFor={`${id}-unit`}>{texts.unit}</label>
          <select
            id={`${id}-unit`}
            className="field"
            value={fields.unit ?? quantity.units[0]}
            onChange={({ target }) => change({ unit: target.value })}
          >
            {quantity.units.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </>
      )}
      {asks("amount") ? (
        <>
          <label htmlFor={`${id}-amount`}>{texts.amount(item.currency ?? "DKK")}</label>
          <input
            id={`${id}-amount`}
            className="field"
            inputMode="decimal"
            value={fields.amount ?? ""}
            onChange={({ target }) => change({ amount: target.value })}
          />
        </>
      ) : null}
      {asks("transaction_date") ? (
        <>
          <label htmlFor={`${id}-date`}>{texts.documentDate}</label>
          <input
            id={`${id}-date`}
            className="field"
            type="date"
            value={fields.date ?? ""}
            onChange={({ target }) => change({ date: target.value })}
          />
        </>
      ) : null}
      {asks("service_period") ? (
        <>
          <label htmlFor={`${id}-from`}>{texts.from}</label>
          <input
            id={`${id}-from`}
            className="field"
            type="date"
            value={fields.from ?? proposed?.service_period_start ?? ""}
            onChange={({ target }) => change({ from: target.value })}
          />
          <label htmlFor={`${id}-to`}>{texts.to}</label>
          <input
            id={`${id}-to`}
            className="field"
            type="date"
            value={fields.to ?? proposed?.service_period_end ?? ""}
            onChange={({ target }) => change({ to: target.value })}
          />
        </>
      ) : null}
      {named === undefined ? null : (
        <>
          <label htmlFor={`${id}-factor`}>{texts.lifeCycle}</label>
          <input
            id={`${id}-factor`}
            type="checkbox"
            checked={fields.factor === named}
            onChange={({ target }) => change({ factor: target.checked ? named : "" })}
          />
        </>
      )}
      {asks("supply_id") ? (
        <>
          <label htmlFor={`${id}-supply`}>{texts.supply}</label>
          <SupplyField id={`${id}-supply`} value={fields.supply ?? ""} change={(supply) => change({ supply })} />
        </>
      ) : null}
    </fieldset>
  );
}

/** Which need of a line shows the field. */
const SHOWN_BY: Readonly<Record<keyof StatedFields, ReviewItem["needs"][number]["field"]>> = {
  quantity: "quantity",
  unit: "quantity",
  amount: "amount",
  date: "transaction_date",
  from: "service_period",
  to: "service_period",
  supply: "supply_id",
  factor: "emission_factor_key",
};

/** What was typed into fields that the line shows, or with `false` into those that it shows no more. */
export function typedInto(item: ReviewItem, fields: StatedFields, isShown: boolean): StatedFields {
  const asked = new Set(item.needs.map(({ field }) => field));
  const names = (Object.keys(fields) as (keyof StatedFields)[]).filter((name) => asked.has(SHOWN_BY[name]) === isShown);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** What was typed as facts; null: nothing was. */
export function factsOf(
  fields: StatedFields,
  item: ReviewItem,
  language: NumberLanguage,
): Facts | "not a number" | null {
  const given = ({ quantity, amount }: StatedFields): readonly string[] =>
    [quantity, amount].filter((text) => text !== undefined && text.trim() !== "") as readonly string[];
  if (given(fields).some((text) => numberOf(text, language) === null)) return "not a number";
  const quantity = numberOf(fields.quantity ?? "", language);
  const amount = numberOf(fields.amount ?? "", language);
  const unit = fields.unit ?? item.needs.find(({ field }) => field === "quantity")?.units[0];
  const proposed = proposedOf(item);
  const { date = "", from = proposed?.service_period_start ?? "", to = proposed?.service_period_end ?? "" } = fields;
  const facts: Facts = {
    ...(quantity === null || unit === undefined ? {} : { quantity, unit }),
    ...(amount === null ? {} : { amount, ...(item.currency === null ? { currency: "DKK" } : {}) }),
    ...(date === "" ? {} : { transaction_date: date }),
    ...(fields.supply === undefined || fields.supply === "" ? {} : { supply_id: fields.supply }),
    ...(fields.factor === undefined || fields.factor === "" ? {} : { emission_factor_key: fields.factor }),
    ...(from === "" || to === "" ? {} : { service_period_start: from, service_period_end: to }),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}

/** The period that the service proposes: shown in the fields, and stated where the person leaves it there. */
function proposedOf({ needs }: ReviewItem): ReviewItem["needs"][number]["proposed"] {
  return needs.find(({ field }) => field === "service_period")?.proposed;
}

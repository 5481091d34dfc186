import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { CategoryChoice } from "../category/category-choice.tsx";
import { EMISSIONS, EmissionsFields } from "../emissions-fields.tsx";
import { EMISSIONS_TEXTS } from "../emissions-texts.ts";
import { EvidenceField } from "../form/evidence-field.tsx";
import { evidenceIn } from "../form/evidence.ts";
import { Choice, Field, typedIn } from "../form/fields.tsx";
import forms from "../form/form.module.css";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import type { LineFormProps } from "./correct-forms.tsx";
import { Effect } from "./effect.tsx";
import { LineForm } from "./line-form.tsx";
import { type Corrected, useLineChange } from "./line-queries.ts";
import { AS_NOW, fieldsOf, isEmissionsStated, statedOf, treatmentOf } from "./stated-of-line.ts";

/** Corrects what a line says and what it is, with a reason, after a look at what that moves. */
export function FactsForm(props: LineFormProps): ReactNode {
  const { line, typed, done, touch } = props;
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const { language } = useFormats();
  const { correct } = useLineChange(company.id, line.id);
  const [category, setCategory] = useState<string | null>(typed["category"] ?? line.category_id);
  const [seen, setSeen] = useState<Corrected | null>(null);
  const at = { ...fieldsOf(line, language), ...typed };
  const act = async (form: FormData): Promise<string | null> => {
    const evidence = evidenceIn(form);
    const facts = statedOf(form, line, language);
    if (typeof facts === "string") return texts.slips[facts];
    const isFact = Object.keys(facts).length > 0;
    const isCategory = category !== null && category !== line.category_id;
    if (!isFact && !isCategory) return texts.nothing_changed;
    const dry_run = seen === null;
    const answer = await correct({
      ...(isFact ? { facts } : {}),
      ...(isCategory ? { category_id: category } : {}),
      ...(evidence.length === 0 ? {} : { evidence }),
      reason: typedIn(form, "reason"),
      version: line.version,
      dry_run,
    });
    if (dry_run) setSeen(answer);
    else done(texts.corrected, answer.pending_restatements);
    return null;
  };
  return (
    <LineForm {...props} label={seen === null ? texts.preview : texts.apply} onChange={() => setSeen(null)} act={act}>
      <Field
        name="date"
        label={texts.date}
        paths="transaction_date"
        more={{ type: "date", defaultValue: at["date"] ?? "" }}
      />
      <MoneyFields line={line} at={at} />
      <div className={forms.pair}>
        <Field
          name="quantity"
          label={texts.quantity}
          paths="quantity"
          more={{ inputMode: "decimal", defaultValue: at["quantity"] ?? "" }}
        />
        <Field name="unit" label={texts.unit} paths="unit" more={{ maxLength: 40, defaultValue: at["unit"] ?? "" }} />
      </div>
      <p className="soft">{texts.quantity_hint}</p>
      <Field
        name="unit_price"
        label={texts.unit_price}
        hint={texts.unit_price_hint}
        paths="unit_price"
        more={{ inputMode: "decimal", defaultValue: at["unit_price"] ?? "" }}
      />
      <div className={forms.pair}>
        <Field
          name="from"
          label={texts.from}
          paths="service_period_start"
          more={{ type: "date", defaultValue: at["from"] ?? "" }}
        />
        <Field
          name="to"
          label={texts.to}
          paths="service_period_end"
          more={{ type: "date", defaultValue: at["to"] ?? "" }}
        />
      </div>
      <div className={forms.pair}>
        <Field name="supplier" label={texts.supplier} more={{ maxLength: 200, defaultValue: at["supplier"] ?? "" }} />
        <Field name="number" label={texts.number} more={{ maxLength: 50, defaultValue: at["number"] ?? "" }} />
      </div>
      <Emissions line={line} typed={typed} />
      <CategoryChoice
        chosen={category}
        choose={(chosen) => {
          touch();
          setCategory(chosen);
          setSeen(null);
        }}
      />
      <input type="hidden" name="category" value={category ?? ""} />
      <EvidenceField kept={typed["kept"] ?? ""} />
      <Field
        name="reason"
        label={texts.reason}
        hint={texts.reason_hint}
        more={{ required: true, maxLength: 500, defaultValue: typed["reason"] ?? "" }}
      />
      {seen === null ? null : <Effect seen={seen} />}
    </LineForm>
  );
}

/** What a source worked out stands in the form when it is asked for, and where it counts the line. */
function Emissions({ line, typed }: Pick<LineFormProps, "line" | "typed">): ReactNode {
  const texts = useTexts(CORRECT_TEXTS);
  const stated = useTexts(EMISSIONS_TEXTS);
  const isStated = isEmissionsStated(line);
  const isTyped = EMISSIONS.some((name) => name in typed);
  return (
    <details open={isStated || isTyped}>
      <summary>{stated.emissions}</summary>
      <div className={forms.form}>
        <p className="soft">{isStated ? texts.emissions_stated : texts.emissions_hint}</p>
        <EmissionsFields bound={(name) => ({ defaultValue: typed[name] ?? "" })} />
        {isStated ? (
          <label>
            <input type="checkbox" name="no_emissions" defaultChecked={typed["no_emissions"] === "on"} />{" "}
            {texts.no_emissions}
          </label>
        ) : null}
      </div>
    </details>
  );
}

interface MoneyFieldsProps extends Pick<LineFormProps, "line"> {
  readonly at: ReturnType<typeof fieldsOf>;
}

function MoneyFields({ line, at }: MoneyFieldsProps): ReactNode {
  const texts = useTexts(CORRECT_TEXTS);
  const now = treatmentOf(line);
  const first = at["tax"] ?? now;
  const taxes = (["excl_vat", "incl_vat"] as const).map((value) => ({
    value: value as string,
    name: texts.taxes[value],
  }));
  return (
    <>
      <div className={forms.pair}>
        <Field
          name="amount"
          label={texts.amount}
          paths="amount"
          more={{ inputMode: "decimal", defaultValue: at["amount"] ?? "" }}
        />
        <Field
          name="currency"
          label={texts.currency}
          paths="currency"
          more={{ maxLength: 3, pattern: "[A-Za-z]{3}", defaultValue: at["currency"] ?? "" }}
        />
      </div>
      <Choice
        name="tax"
        label={texts.tax}
        options={now === AS_NOW ? [{ value: AS_NOW, name: texts.tax_now }, ...taxes] : taxes}
        first={first}
      />
    </>
  );
}

import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { CategoryChoice } from "../../parts/category/category-choice.tsx";
import { EvidenceField } from "../../parts/form/evidence-field.tsx";
import { evidenceIn } from "../../parts/form/evidence.ts";
import { Choice, Field, typedIn } from "../../parts/form/fields.tsx";
import { BookingForm } from "./booking-form.tsx";
import { Effect } from "./effect.tsx";
import { type Recorded, type RecordInput, useRecording } from "./queries.ts";
import styles from "./records.module.css";
import type { FormSubject } from "./subjects.ts";
import { RECORDS_TEXTS } from "./texts.ts";

interface RecordFormProps {
  readonly subject: FormSubject;
  readonly quantity: string;
  readonly description: string;
}

/** One record: what it was, how much, when, and where the figure comes from. */
export function RecordForm({ subject, quantity, description }: RecordFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const { language } = useFormats();
  const { preview, book } = useRecording(company.id);
  const [category, setCategory] = useState<string | null>(null);
  const inputOf = (form: FormData): RecordInput => {
    const figure = numberOf(typedIn(form, "quantity"), language);
    if (figure === null) throw new Error(texts.number_wrong);
    const unit = subject.unit ?? typedIn(form, "unit");
    const one = subject.category !== null && "one" in subject.category ? subject.category.one : null;
    const category_id = one ?? category ?? typedIn(form, "category");
    if (category_id === "") throw new Error(texts.category_missing);
    return {
      category_id,
      description: typedIn(form, "description"),
      reason: typedIn(form, "reason"),
      ...(/^[A-Z]{3}$/.test(unit) ? { net_amount: figure, currency: unit } : { quantity: figure, unit }),
      service_period_start: typedIn(form, "from"),
      service_period_end: typedIn(form, "to"),
      evidence: evidenceIn(form),
    };
  };
  const send = async (element: HTMLFormElement, isPreview: boolean): Promise<Recorded> => {
    const input = inputOf(new FormData(element));
    if (isPreview) return await preview(input);
    const recorded = await book(input);
    element.reset();
    setCategory(null);
    return recorded;
  };
  return (
    <BookingForm
      send={send}
      shown={(recorded: Recorded) => <Effect recorded={recorded} />}
      evidence={<EvidenceField hint={texts.evidence_hint} />}
    >
      <CategoryOf subject={subject} chosen={category} choose={setCategory} />
      <Field
        name="description"
        label={texts.description}
        hint={description}
        more={{ required: true, maxLength: 500 }}
      />
      <div className={styles.pair}>
        <Field name="quantity" label={quantity} more={{ required: true, inputMode: "decimal" }} />
        {subject.unit === null ? (
          <Field name="unit" label={texts.unit} hint={texts.unit_hint} more={{ required: true, maxLength: 40 }} />
        ) : null}
      </div>
    </BookingForm>
  );
}

interface CategoryOfProps {
  readonly subject: FormSubject;
  readonly chosen: string | null;
  readonly choose: (category_id: string | null) => void;
}

function CategoryOf({ subject: { category }, chosen, choose }: CategoryOfProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const { data = [] } = useCategories(company.id);
  const nameOf = useCategoryName(company.id);
  if (category !== null && "one" in category) return null;
  if (category !== null) {
    const below = data.filter(({ key }) => key.startsWith(category.below));
    const options = below.map(({ key }) => ({ value: key, name: nameOf(key) }));
    return <Choice name="category" label={texts.category} options={options} />;
  }
  return <CategoryChoice chosen={chosen} choose={choose} />;
}

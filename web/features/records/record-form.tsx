import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { CategorySearch } from "../../parts/category/category-search.tsx";
import { Fault } from "../../parts/state.tsx";
import { Effect } from "./effect.tsx";
import { asksOnly, Choice, Field, typedIn } from "./fields.tsx";
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
  const [outcome, setOutcome] = useState<{ readonly recorded: Recorded; readonly hasFiles: boolean } | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
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
    };
  };
  const submit = async (element: HTMLFormElement, isPreview: boolean): Promise<void> => {
    const form = new FormData(element);
    const files = form.getAll("files").filter((file) => file instanceof File && file.size > 0);
    const kept = files.filter((file) => file instanceof File);
    const input = inputOf(form);
    const recorded = isPreview ? await preview(input) : await book(input, kept);
    setOutcome({ recorded, hasFiles: kept.length > 0 });
    if (isPreview) return;
    element.reset();
    setCategory(null);
  };
  return (
    <form
      className={styles.form}
      onChange={() => setOutcome(null)}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        submit(event.currentTarget, asksOnly(event.nativeEvent))
          .catch((cause: unknown) => {
            setOutcome(null);
            setFault(errorOf(cause));
          })
          .finally(() => setSending(false));
      }}
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
      <div className={styles.pair}>
        <Field name="from" label={texts.from} more={{ type: "date", required: true }} />
        <Field name="to" label={texts.to} more={{ type: "date", required: true }} />
      </div>
      <Field name="reason" label={texts.reason} hint={texts.reason_hint} more={{ required: true, maxLength: 500 }} />
      <Field name="files" label={texts.evidence} hint={texts.evidence_hint} more={{ type: "file", multiple: true }} />
      {fault === null ? null : <Fault error={fault} title={texts.not_booked} />}
      {outcome === null ? null : <Effect {...outcome} />}
      <p className={styles.choice}>
        <button type="submit" value="preview" className="button plain" disabled={isSending}>
          {texts.preview}
        </button>
        <button type="submit" value="book" className="button" disabled={isSending}>
          {texts.book}
        </button>
      </p>
    </form>
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
  if (chosen === null) return <CategorySearch categories={data} chosen={choose} close={() => undefined} />;
  return (
    <p>
      {texts.chosen(nameOf(chosen))}{" "}
      <button type="button" className="button quiet" onClick={() => choose(null)}>
        {texts.change}
      </button>
    </p>
  );
}

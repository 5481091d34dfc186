import { type ReactNode, useId, useRef, useState } from "react";
import { errorOf, Refusal } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { useCategories, useCategoryName } from "../../parts/category/categories.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Pages } from "../../parts/page/pages.tsx";
import { CategorySearch } from "../../parts/category/category-search.tsx";
import { typedIn } from "../../parts/form/fields.tsx";
import { Fault } from "../../parts/state.tsx";
import styles from "./documents.module.css";
import { ENTER_TEXTS, ENTERED_FIELDS } from "./enter-texts.ts";
import { type StoredFile, useEntering } from "./queries.ts";
import { DOCUMENTS_TEXTS } from "./texts.ts";

interface EnterFileProps {
  readonly file: StoredFile;
  readonly done: (text: string) => void;
}

/** The picture beside what a person reads on it; what could be read is proposed. */
export function EnterFile({ file, done }: EnterFileProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(DOCUMENTS_TEXTS);
  const refusals = useTexts(ENTER_TEXTS);
  const { language } = useFormats();
  const form_element = useRef<HTMLFormElement>(null);
  const id = useId();
  const { enter, leaveOut } = useEntering(company.id);
  const categories = useCategories(company.id);
  const nameOf = useCategoryName(company.id);
  const proposed = file.recognised;
  const [category, setCategory] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const choose = (key: string): void => {
    setFault(null);
    setCategory(key);
  };
  const failed = (cause: unknown): void => {
    const isGone = cause instanceof Refusal && cause.code === "resource.not_found";
    setFault(isGone ? new Error(refusals.gone) : errorOf(cause));
    const [wrong] = wrongFields(cause);
    const field_element = wrong === undefined ? null : form_element.current?.elements.namedItem(wrong);
    if (field_element instanceof HTMLInputElement) field_element.focus();
  };
  const wrong = wrongFields(fault);
  const submit = async (form: FormData): Promise<void> => {
    const typed = (name: string): string => typedIn(form, name);
    const net_amount = numberOf(typed("net"), language);
    if (net_amount === null) throw new Error(texts.number_wrong);
    if (category === null) throw new Error(texts.category_missing);
    setFault(null);
    await enter(file.id, {
      issue_date: typed("date"),
      supplier_name: typed("supplier"),
      net_amount,
      currency: typed("currency").toUpperCase(),
      category_id: category,
      ...(typed("number") === "" ? {} : { invoice_number: typed("number") }),
      ...(typed("description") === "" ? {} : { description: typed("description") }),
    });
    done(texts.booked(file.name));
  };
  const omit = async (): Promise<void> => {
    await leaveOut(file.id, texts.reason_out);
    done(texts.left_out(file.name));
  };
  const field = (
    name: string,
    label: string,
    more: Readonly<Record<string, string | boolean | number>> = {},
  ): ReactNode => (
    <>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        name={name}
        className="field"
        autoComplete="off"
        {...(wrong.includes(name) ? { "aria-invalid": true } : {})}
        {...more}
      />
    </>
  );
  return (
    <div className={styles.enter}>
      <Pages file={file} />
      <form
        ref={form_element}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget)).catch(failed);
        }}
      >
        <h2>{texts.facts}</h2>
        {field("date", texts.date, { type: "date", required: true, defaultValue: proposed?.issue_date ?? "" })}
        {field("supplier", texts.supplier, {
          required: true,
          maxLength: 200,
          defaultValue: proposed?.supplier_name ?? "",
        })}
        {field("number", texts.invoice_number, { maxLength: 100, defaultValue: proposed?.invoice_number ?? "" })}
        {field("description", texts.description, { maxLength: 500 })}
        {field("net", texts.net, { required: true, inputMode: "decimal" })}
        {field("currency", texts.currency, { required: true, maxLength: 3, defaultValue: proposed?.currency ?? "DKK" })}
        {category === null ? (
          <CategorySearch categories={categories.data ?? []} chosen={choose} />
        ) : (
          <p>
            {texts.chosen(nameOf(category))}{" "}
            <button type="button" className="button quiet" onClick={() => setCategory(null)}>
              {texts.change}
            </button>
          </p>
        )}
        {fault === null ? null : <Fault error={fault} title={texts.not_saved} words={refusals.words} />}
        <p className={styles.choice}>
          <OnlineButton type="submit" className="button">
            {texts.book}
          </OnlineButton>
          <OnlineButton
            type="button"
            className="button plain"
            onClick={() => {
              omit().catch(failed);
            }}
          >
            {texts.leave_out}
          </OnlineButton>
        </p>
      </form>
    </div>
  );
}

/** The names of the fields that a refusal is about. */
function wrongFields(cause: unknown): readonly string[] {
  return cause instanceof Refusal ? cause.issues.flatMap(({ path }) => ENTERED_FIELDS[path] ?? []) : [];
}

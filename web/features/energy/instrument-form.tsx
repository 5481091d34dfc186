import { type ReactNode, useId, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { EvidenceField } from "../../parts/form/evidence-field.tsx";
import { evidenceIn } from "../../parts/form/evidence.ts";
import { Choice, Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { keptText } from "../../parts/kept-files.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { CancellationFields } from "./cancellation-fields.tsx";
import {
  cancellationIn,
  CERTIFICATES,
  factsIn,
  type Kind,
  KINDS,
  rangesText,
  TECHNOLOGIES,
  typedText,
  WrongField,
} from "./instrument-input.ts";
import { type Instrument, type InstrumentChanges, useRegister } from "./queries.ts";
import { ENERGY_TEXTS } from "./texts.ts";

interface InstrumentFormProps {
  /** The one that is corrected; absent: a new one is registered. */
  readonly current?: Instrument;
  /** Hears the name of what was registered or corrected. */
  readonly done: (name: string) => void;
}

/** Registers a contract, certificates or a supplier's product, or corrects one with a reason. */
export function InstrumentForm({ current, done }: InstrumentFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(ENERGY_TEXTS);
  const { language } = useFormats();
  const { register, correct } = useRegister(company.id);
  const id = useId();
  const [kind, setKind] = useState<Kind>(current?.kind ?? "guarantee_of_origin");
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (element: HTMLFormElement): Promise<void> => {
    const form = new FormData(element);
    const facts = factsIn(form, kind, language);
    const cancellation = cancellationIn(form);
    const evidence = evidenceIn(form);
    const cancelled = cancellation === null ? {} : { cancellation };
    if (current === undefined) {
      await register({ kind, ...facts, ...cancelled, note: typedIn(form, "note"), evidence });
      element.reset();
    } else {
      const changes: InstrumentChanges = { ...EMPTIED, ...facts, ...cancelled };
      const { id: corrects, version } = current;
      await correct({ id: corrects, version, changes, reason: typedIn(form, "reason"), evidence });
    }
    done(facts.name);
  };
  const text = (name: keyof typeof texts.fields, more: Readonly<Record<string, string | boolean | number>> = {}) => (
    <Field name={name} label={texts.fields[name]} more={{ maxLength: 200, ...more }} />
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        send(event.currentTarget)
          .catch((cause: unknown) => {
            setFault(cause instanceof WrongField ? new Error(texts.wrong[cause.field]) : errorOf(cause));
          })
          .finally(() => setSending(false));
      }}
    >
      {current === undefined ? (
        <div>
          <label htmlFor={`${id}-kind`}>{texts.kind}</label>
          <select
            id={`${id}-kind`}
            className="field"
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? "contract")}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      {text("name", { required: true, defaultValue: current?.name ?? "" })}
      <div className={styles.pair}>
        {text("mwh", {
          required: true,
          inputMode: "decimal",
          defaultValue: current === undefined ? "" : typedText(current.mwh, language),
        })}
        <Choice
          name="technology"
          label={texts.technology}
          options={TECHNOLOGIES.map((value) => ({ value, name: texts.technologies[value] }))}
          first={current?.technology ?? "wind"}
        />
      </div>
      <Field
        name="rate"
        label={texts.fields.rate}
        hint={texts.rate_hint}
        more={{
          required: true,
          inputMode: "decimal",
          defaultValue: current === undefined ? "" : typedText(current.kg_co2e_per_kwh, language),
        }}
      />
      <div className={styles.pair}>
        {text("from", { type: "date", required: true, defaultValue: current?.period_from ?? "" })}
        {text("to", { type: "date", required: true, defaultValue: current?.period_to ?? "" })}
      </div>
      <div className={styles.pair}>
        {text("market", { required: true, ...COUNTRY, defaultValue: current?.market ?? company.country })}
        {text("origin", { ...COUNTRY, defaultValue: current?.origin_country ?? "" })}
      </div>
      <div className={styles.pair}>
        {text("supplier_name", { defaultValue: current?.supplier_name ?? "" })}
        {text("supplier_identifier", { maxLength: 50, defaultValue: current?.supplier_identifier ?? "" })}
      </div>
      {kind === "supplier_product" ? null : (
        <div className={styles.pair}>
          {text("registry", {
            maxLength: 20,
            required: kind === "guarantee_of_origin",
            defaultValue: current?.registry ?? "",
          })}
          {text("expires_on", { type: "date", defaultValue: current?.expires_on ?? "" })}
        </div>
      )}
      {kind === "supplier_product" ? null : (
        <Field
          name="numbers"
          label={texts.fields.numbers}
          hint={texts.numbers_hint}
          more={{
            required: kind === "guarantee_of_origin",
            defaultValue: current === undefined ? "" : rangesText(current.number_ranges),
          }}
        />
      )}
      {kind === "guarantee_of_origin" ? null : (
        <Choice
          name="certificates"
          label={texts.certificates}
          options={CERTIFICATES.map((value) => ({ value, name: texts.certificate_states[value] }))}
          first={current?.certificates ?? "not_stated"}
        />
      )}
      <h2>{texts.cancellation}</h2>
      <p className="soft">{texts.cancellation_hint}</p>
      <CancellationFields stated={current?.cancellation ?? null} />
      {current === undefined
        ? text("note", { required: true, maxLength: 500 })
        : text("reason", { required: true, maxLength: 500 })}
      <EvidenceField
        hint={texts.evidence_hint}
        kept={keptText((current?.evidence ?? []).map(({ file_id, name }) => ({ id: file_id, name })))}
      />
      {fault === null ? null : <Fault error={fault} title={texts.not_done} words={texts.words} />}
      <p>
        <OnlineButton type="submit" className="button" disabled={isSending}>
          {current === undefined ? texts.register : texts.save}
        </OnlineButton>
      </p>
    </form>
  );
}

const COUNTRY = { maxLength: 2, pattern: "[A-Za-z]{2}" };

/** What a correction takes away where its field is empty. */
const EMPTIED = {
  supplier_name: null,
  supplier_identifier: null,
  registry: null,
  number_ranges: null,
  expires_on: null,
} as const;

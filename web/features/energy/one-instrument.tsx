import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { EvidenceFiles } from "../../parts/form/evidence-files.tsx";
import { EvidenceField } from "../../parts/form/evidence-field.tsx";
import { evidenceIn } from "../../parts/form/evidence.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { CancellationFields } from "./cancellation-fields.tsx";
import { InstrumentForm } from "./instrument-form.tsx";
import { cancellationIn, rangesText } from "./instrument-input.ts";
import { type Instrument, useRegister } from "./queries.ts";
import { ENERGY_TEXTS } from "./texts.ts";

interface OneInstrumentProps {
  readonly instrument: Instrument;
  /** Hears what was done. */
  readonly done: (text: string) => void;
}

/** An instrument with what it holds, whether it is allocated and why not, what may be doubted, and what may be done about it. */
export function OneInstrument({ instrument, done }: OneInstrumentProps): ReactNode {
  const texts = useTexts(ENERGY_TEXTS);
  const formats = useFormats();
  const mayChange = useMay("activities:write");
  const { cancellation, supplier_name, registry } = instrument;
  const period = (from: string, to: string): string => `${formats.day(from)} – ${formats.day(to)}`;
  const facts = [
    texts.generated(period(instrument.period_from, instrument.period_to)),
    texts.serves(period(instrument.serves_from, instrument.serves_to)),
    texts.countries(instrument.origin_country, instrument.market),
    ...(supplier_name === null ? [] : [supplier_name]),
    ...(registry === null ? [] : [texts.numbered(registry, rangesText(instrument.number_ranges))]),
  ];
  return (
    <div className={styles.facts}>
      <p className={styles.head}>
        <strong>{instrument.name}</strong>
        <span>{texts.kinds[instrument.kind]}</span>
        <span>{instrument.is_allocatable ? texts.allocatable : texts.not_allocatable}</span>
      </p>
      <p>
        {formats.number(instrument.mwh)} MWh · {texts.technologies[instrument.technology]} ·{" "}
        {formats.number(instrument.kg_co2e_per_kwh)} kg CO2e / kWh
      </p>
      <p className="soft">{facts.join(" · ")}</p>
      {cancellation === null ? null : (
        <p className="soft">{texts.cancelled(formats.day(cancellation.date), cancellation.beneficiary)}</p>
      )}
      {instrument.not_allocatable_because.map(({ code, detail }) => (
        <p key={code} className="note">
          {texts.notices[code] ?? detail}
        </p>
      ))}
      {instrument.warnings.map(({ code, detail }) => (
        <p key={code} className="note">
          {texts.notices[code] ?? detail}
        </p>
      ))}
      <p className="soft">{instrument.note}</p>
      {instrument.evidence.length === 0 ? (
        <p className="soft">{texts.no_evidence}</p>
      ) : (
        <EvidenceFiles files={instrument.evidence} />
      )}
      <details>
        <summary>{texts.criteria_title}</summary>
        <ul>
          {instrument.quality_criteria.map(({ criterion, judgement }) => (
            <li key={criterion}>
              {texts.criteria[criterion]}: {texts.judgements[judgement]}
            </li>
          ))}
        </ul>
      </details>
      {mayChange && !instrument.is_withdrawn ? <Changes instrument={instrument} done={done} /> : null}
    </div>
  );
}

function Changes({ instrument, done }: OneInstrumentProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(ENERGY_TEXTS);
  const { withdraw } = useRegister(company.id);
  const { id, name, kind, version, cancellation } = instrument;
  return (
    <>
      {cancellation === null && kind !== "supplier_product" ? <CancelForm instrument={instrument} done={done} /> : null}
      <details>
        <summary>
          {texts.correct}
          <span className="hidden"> {name}</span>
        </summary>
        <InstrumentForm key={version} current={instrument} done={() => done(texts.corrected(name))} />
      </details>
      <Decisions
        of={name}
        not_done={texts.not_done}
        words={texts.words}
        decisions={[
          {
            label: texts.withdraw,
            ask: texts.withdraw_ask,
            isReasonRequired: true,
            note: texts.withdraw_note,
            act: async (reason) => {
              await withdraw(id, reason);
              done(texts.withdrawn(name));
            },
          },
        ]}
      />
    </>
  );
}

/** States that the registry cancelled the certificates, after they were registered. */
function CancelForm({ instrument: { id, name }, done }: OneInstrumentProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(ENERGY_TEXTS);
  const { cancel } = useRegister(company.id);
  const [fault, setFault] = useState<Error | null>(null);
  const send = async (element: HTMLFormElement): Promise<void> => {
    const form = new FormData(element);
    const cancellation = cancellationIn(form);
    if (cancellation === null) return;
    await cancel({ id, cancellation, reason: typedIn(form, "reason"), evidence: evidenceIn(form) });
    done(texts.was_cancelled(name));
  };
  return (
    <details>
      <summary>
        {texts.cancel}
        <span className="hidden"> {name}</span>
      </summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setFault(null);
          send(event.currentTarget).catch((cause: unknown) => setFault(errorOf(cause)));
        }}
      >
        <CancellationFields isRequired />
        <Field name="reason" label={texts.fields.reason} more={{ required: true, maxLength: 500 }} />
        <EvidenceField />
        {fault === null ? null : <Fault error={fault} title={texts.not_done} words={texts.words} />}
        <p>
          <OnlineButton type="submit" className="button">
            {texts.cancel}
          </OnlineButton>
        </p>
      </form>
    </details>
  );
}

import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useTexts } from "../../app/language.ts";
import { Field } from "../../parts/form/fields.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import styles from "./records.module.css";
import { RECORDS_TEXTS } from "./texts.ts";

interface BookingFormProps<Outcome> {
  /** What a record is about and how much. */
  readonly children: ReactNode;
  /** What it rests on besides the source, beneath it. */
  readonly evidence?: ReactNode;
  /** Asks what the form would count, or books it and empties it. */
  readonly send: (form: HTMLFormElement, isPreview: boolean) => Promise<Outcome>;
  readonly shown: (outcome: Outcome) => ReactNode;
}

/** A record with its period and source: first what it would count, then booked; a change of a field takes the answer away. */
export function BookingForm<Outcome>({ children, evidence, send, shown }: BookingFormProps<Outcome>): ReactNode {
  const texts = useTexts(RECORDS_TEXTS);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  return (
    <form
      className={styles.form}
      onChange={() => setOutcome(null)}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        send(event.currentTarget, asksOnly(event.nativeEvent))
          .then(setOutcome)
          .catch((cause: unknown) => {
            setOutcome(null);
            setFault(errorOf(cause));
          })
          .finally(() => setSending(false));
      }}
    >
      {children}
      <div className={styles.pair}>
        <Field name="from" label={texts.from} more={{ type: "date", required: true }} />
        <Field name="to" label={texts.to} more={{ type: "date", required: true }} />
      </div>
      <Field name="reason" label={texts.reason} hint={texts.reason_hint} more={{ required: true, maxLength: 500 }} />
      {evidence}
      {fault === null ? null : <Fault error={fault} title={texts.not_booked} />}
      {outcome === null ? null : shown(outcome)}
      <p className={styles.choice}>
        <OnlineButton type="submit" value="preview" className="button plain" disabled={isSending}>
          {texts.preview}
        </OnlineButton>
        <OnlineButton type="submit" value="book" className="button" disabled={isSending}>
          {texts.book}
        </OnlineButton>
      </p>
    </form>
  );
}

/** Whether the button that sent a form only asks what it would count. */
function asksOnly(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute("value") === "preview";
}

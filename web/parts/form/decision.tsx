import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useTexts } from "../../app/language.ts";
import { Fault } from "../state.tsx";
import { Field, typedIn } from "./fields.tsx";
import styles from "./form.module.css";
import { FORM_TEXTS } from "./texts.ts";
import { OnlineButton } from "../online-button.tsx";

/** Something that a person decides about a thing, with a reason. */
export interface Decision {
  readonly label: string;
  /** What the reason is asked with. */
  readonly ask: string;
  readonly isReasonRequired: boolean;
  /** What stands above the reason, e.g. what follows from the decision. */
  readonly note?: ReactNode;
  readonly act: (reason: string) => Promise<void>;
}

interface DecisionsProps {
  /** What is decided about, for readers who hear the buttons only. */
  readonly of: string;
  readonly decisions: readonly Decision[];
  readonly not_done: string;
  /** Words for codes of what can be wrong. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A button for each decision; it opens the reason, and only then is decided. */
export function Decisions({ of, decisions, not_done, words = {} }: DecisionsProps): ReactNode {
  const texts = useTexts(FORM_TEXTS);
  const [opened, setOpened] = useState<Decision | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  if (opened === null) {
    return (
      <p className={styles.choice}>
        {decisions.map((decision) => (
          <button key={decision.label} type="button" className="button quiet" onClick={() => setOpened(decision)}>
            {decision.label}
            <span className="hidden"> {of}</span>
          </button>
        ))}
      </p>
    );
  }
  const close = (): void => {
    setOpened(null);
    setFault(null);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        setSending(true);
        opened
          .act(typedIn(new FormData(event.currentTarget), "reason"))
          .then(close)
          .catch((cause: unknown) => setFault(errorOf(cause)))
          .finally(() => setSending(false));
      }}
    >
      {opened.note === undefined ? null : <div className="note">{opened.note}</div>}
      <Field
        name="reason"
        label={opened.ask}
        more={{ required: opened.isReasonRequired, maxLength: 500, autoFocus: true }}
      />
      {fault === null ? null : <Fault error={fault} title={not_done} words={words} />}
      <p className={styles.choice}>
        <OnlineButton type="submit" className="button" disabled={isSending}>
          {opened.label}
          <span className="hidden"> {of}</span>
        </OnlineButton>
        <button type="button" className="button quiet" onClick={close}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}

import { type ReactNode, useRef, useState } from "react";
import { errorOf, Refusal } from "../../app/call.ts";
import { useTexts } from "../../app/language.ts";
import forms from "../form/form.module.css";
import { Issues, useFirstWrong } from "../form/issues.tsx";
import { Loading } from "../state.tsx";
import type { LineFormProps } from "./correct-forms.tsx";
import { LineFault } from "./line-fault.tsx";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import { OnlineButton } from "../online-button.tsx";

interface OneFormProps extends Pick<LineFormProps, "isChanged" | "again"> {
  /** Of the button that sends it. */
  readonly label: string;
  /** Answers what the person has to mend first; null: it is done. */
  readonly act: (form: FormData) => Promise<string | null>;
  /** Something was typed or chosen: what was seen of it before holds no more. */
  readonly onChange?: () => void;
  readonly children: ReactNode;
}

/** A form about a line, with why it was not taken. */
export function LineForm({ label, act, isChanged, again, onChange, children }: OneFormProps): ReactNode {
  const texts = useTexts(CORRECT_TEXTS);
  const [slip, setSlip] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, fault);
  const send = async (typed: FormData): Promise<void> => {
    setFault(null);
    setSlip(null);
    setSending(true);
    try {
      setSlip(await act(typed));
    } catch (cause) {
      setFault(errorOf(cause));
    } finally {
      setSending(false);
    }
  };
  const isRefused = fault instanceof Refusal && fault.code === "review_item.changed";
  // While a change is on its way, the line changes by it.
  const isOld = isRefused || (isChanged && !isSending);
  return (
    <form
      ref={form}
      className={forms.form}
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <Issues of={fault}>{children}</Issues>
      {slip === null ? null : (
        <p className="fault" role="alert">
          {slip}
        </p>
      )}
      {fault === null ? null : <LineFault fault={fault} />}
      {isOld && !isRefused ? (
        <p className="note" role="status">
          {texts.changed_since}
        </p>
      ) : null}
      <p className={forms.choice}>
        <OnlineButton type="submit" className="button" disabled={isSending}>
          {label}
        </OnlineButton>
        {isOld ? (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              if (form.current !== null) again(new FormData(form.current));
            }}
          >
            {texts.read_again}
          </button>
        ) : null}
      </p>
      {isSending ? <Loading /> : null}
    </form>
  );
}

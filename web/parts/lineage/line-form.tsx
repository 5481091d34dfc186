import { type ReactNode, useState } from "react";
import { errorOf, Refusal } from "../../app/call.ts";
import { useTexts } from "../../app/language.ts";
import forms from "../form/form.module.css";
import { Loading } from "../state.tsx";
import { LineFault } from "./correct-line.tsx";
import { CORRECT_TEXTS } from "./correct-texts.ts";

interface LineFormProps {
  /** Of the button that sends it. */
  readonly label: string;
  /** Answers what the person has to mend first; null: it is done. */
  readonly act: (form: FormData) => Promise<string | null>;
  readonly again: () => void;
  /** Something was typed or chosen: what was seen of it before holds no more. */
  readonly onChange?: () => void;
  readonly children: ReactNode;
}

/** A form about a line, with why it was not taken. */
export function LineForm({ label, act, again, onChange, children }: LineFormProps): ReactNode {
  const texts = useTexts(CORRECT_TEXTS);
  const [slip, setSlip] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (form: FormData): Promise<void> => {
    setFault(null);
    setSlip(null);
    setSending(true);
    try {
      setSlip(await act(form));
    } catch (cause) {
      setFault(errorOf(cause));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={forms.form}
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      {children}
      {slip === null ? null : (
        <p className="fault" role="alert">
          {slip}
        </p>
      )}
      {fault === null ? null : <LineFault fault={fault} />}
      <p className={forms.choice}>
        <button type="submit" className="button" disabled={isSending}>
          {label}
        </button>
        {fault instanceof Refusal && fault.code === "review_item.changed" ? (
          <button type="button" className="button quiet" onClick={again}>
            {texts.read_again}
          </button>
        ) : null}
      </p>
      {isSending ? <Loading /> : null}
    </form>
  );
}

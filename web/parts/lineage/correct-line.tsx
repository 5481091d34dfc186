import { type ReactNode, Suspense, useRef, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { useActorName } from "../happening/actor-name.ts";
import { HAPPENING_TEXTS } from "../happening/texts.ts";
import { Fault, Loading } from "../state.tsx";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import type { Done } from "./correct-forms.tsx";
import { LineFault } from "./line-fault.tsx";
import { type Line, useLine, useLineChange } from "./line-queries.ts";
import { OnlineButton } from "../online-button.tsx";

/** Most who look at a figure correct nothing. */
const CorrectForms = later(async () => (await import("./correct-forms.tsx")).CorrectForms);

interface CorrectLineProps {
  readonly activity_id: string;
}

/** What can be changed of a line by who may, and the newest change with its undoing; nothing for others. */
export function CorrectLine({ activity_id }: CorrectLineProps): ReactNode {
  const mayChange = useMay("activities:write");
  return mayChange ? <OfLine key={activity_id} activity_id={activity_id} /> : null;
}

function OfLine({ activity_id }: CorrectLineProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const formats = useFormats();
  const { data: line, error, refetch } = useLine(company.id, activity_id);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  /** Counts the changes that were made with the form, which begins anew after each. */
  const [round, setRound] = useState(0);
  const summary = useRef<HTMLElement>(null);
  // What is typed stays where the line cannot be read anew just now.
  if (line === undefined) {
    return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  }
  const say: Done = (text, waiting) => {
    const days = [...new Set((waiting ?? []).map(({ period_end }) => formats.day(period_end)))].join(", ");
    setSaid(days === "" ? text : `${text} ${texts.waits(days)}`);
    // What was pressed last is gone: keys go on from here.
    summary.current?.focus();
  };
  const done: Done = (text, waiting) => {
    say(text, waiting);
    setOpen(false);
    setRound(round + 1);
  };
  return (
    <section className="stack" aria-label={texts.title}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary}>{texts.title}</summary>
        {isOpen ? (
          <Suspense fallback={<Loading />}>
            <CorrectForms key={round} line={line} done={done} />
          </Suspense>
        ) : null}
      </details>
      <p role="status">{said}</p>
      <Newest line={line} done={say} />
    </section>
  );
}

interface NewestProps {
  readonly line: Line;
  readonly done: Done;
}

/** The newest change, as long as the service takes it back. */
function Newest({ line, done }: NewestProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const happenings = useTexts(HAPPENING_TEXTS);
  const formats = useFormats();
  const nameOfActor = useActorName();
  const { undo } = useLineChange(company.id, line.id);
  const [fault, setFault] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const { undoable } = line;
  const isUndoing = undoable?.action === "activity.change_undone";
  const takeBack = async (): Promise<void> => {
    setFault(null);
    setSending(true);
    try {
      const answer = await undo(texts.reason_undone, line.version);
      const stays = answer.not_restored_told.map((one) => (formats.language === "da" ? one.text_da : one.text_en));
      done([isUndoing ? texts.redone : texts.undone, ...stays].join(" "), answer.pending_restatements);
    } catch (cause) {
      setFault(errorOf(cause));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {undoable === null ? null : (
        <p className="soft">
          {texts.latest(
            happenings.actions[undoable.action] ?? undoable.action,
            nameOfActor(undoable),
            formats.moment(undoable.at),
          )}{" "}
          <OnlineButton type="button" className="button quiet" disabled={isSending} onClick={() => void takeBack()}>
            {isUndoing ? texts.redo : texts.undo}
          </OnlineButton>
        </p>
      )}
      {fault === null ? null : <LineFault fault={fault} />}
    </>
  );
}

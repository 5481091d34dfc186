import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import type { AccountRecord, LinkEffect } from "./queries.ts";
import { LINK_DECISION_TEXTS } from "./link-decision-texts.ts";

type Settlement = AccountRecord["settlements"][number];

interface Pair {
  readonly payment_id: string;
  readonly item_id: string;
  readonly state: "evidence" | Settlement["state"];
  /** By which a person said what holds now. */
  readonly decision: Settlement["decision"];
}

type Choice = "confirm" | "separate" | "undo";

/** What a person may say of a payment and what it settles, with the effect before it is said. */
export function DecideLink({ pair }: { readonly pair: Pair }): ReactNode {
  const texts = useTexts(LINK_DECISION_TEXTS);
  const formats = useFormats();
  const mayChange = useMay("activities:write");
  const [choice, setChoice] = useState<Choice | null>(null);
  const { state, decision } = pair;
  const choices: readonly Choice[] = [
    ...(state === "evidence" || state === "linked" || state === "proposed" ? (["confirm"] as const) : []),
    ...(state === "separated" || state === "ended" ? [] : (["separate"] as const)),
    ...(decision === null ? [] : (["undo"] as const)),
  ];
  return (
    <>
      {decision === null ? null : (
        <p className="soft">
          {texts.said(decision.decided_by_name ?? "", formats.day(decision.decided_at), decision.reason)}
        </p>
      )}
      {mayChange ? (
        <p className={styles.choice}>
          {choices.map((one) => (
            <button
              key={one}
              type="button"
              className="button quiet"
              aria-expanded={choice === one}
              onClick={() => setChoice(choice === one ? null : one)}
            >
              {texts.choices[one]}
            </button>
          ))}
        </p>
      ) : null}
      {choice === null ? null : <Decision key={choice} pair={pair} choice={choice} close={() => setChoice(null)} />}
    </>
  );
}

interface DecisionProps {
  readonly pair: Pair;
  readonly choice: Choice;
  readonly close: () => void;
}

function Decision({ pair, choice, close }: DecisionProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(LINK_DECISION_TEXTS);
  const formats = useFormats();
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const [effect, setEffect] = useState<LinkEffect | null>(null);
  const say = async (reason: string, dry_run: boolean): Promise<LinkEffect> => {
    const { payment_id, item_id, decision } = pair;
    if (choice === "undo") {
      return await call(company.id, "undo_purchase_link_decision", { id: decision?.id ?? "", reason, dry_run });
    }
    return await call(company.id, "decide_purchase_link", {
      payment_id,
      item_ids: [item_id],
      decision: choice,
      reason,
      dry_run,
    });
  };
  const submit = async (form: FormData): Promise<void> => {
    setFault(null);
    try {
      const told = await say(typedIn(form, "reason"), effect === null);
      if (effect === null) {
        setEffect(told);
        return;
      }
      await refreshCompany(queries, company.id);
      close();
    } catch (cause) {
      setFault(errorOf(cause));
    }
  };
  const waiting = effect?.pending_restatements ?? [];
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <Field name="reason" label={texts.reason} hint={texts.hints[choice]} more={{ required: true, maxLength: 500 }} />
      {effect === null ? null : (
        <div role="status">
          <p>
            <strong>{effect.change_kg === 0 ? texts.no_change : texts.change(formats.mass(effect.change_kg))}</strong>
          </p>
          {effect.years.map(({ year, before_kg, after_kg }) => (
            <p key={year} className="soft">
              {texts.year(String(year), formats.mass(before_kg), formats.mass(after_kg))}
            </p>
          ))}
          {waiting.length === 0 ? null : <p className="note">{texts.closed}</p>}
        </div>
      )}
      {fault === null ? null : <Fault error={fault} title={texts.not_done} words={texts.refusals} />}
      <p className={styles.choice}>
        <OnlineButton type="submit" className="button">
          {effect === null ? texts.see : texts.choices[choice]}
        </OnlineButton>
        <button type="button" className="button quiet" onClick={close}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}

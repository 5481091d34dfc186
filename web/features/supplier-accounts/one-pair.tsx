import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import styles from "../../parts/form/form.module.css";
import { MERGE_TEXTS } from "./merge-texts.ts";
import { numbersOf } from "./numbers.ts";
import type { Choice, Merge } from "./queries.ts";

interface PairProps {
  readonly pair: Merge;
  /** Called with what was done, in words. */
  readonly done: (said: string) => void;
}

const CHOICES: Readonly<Record<Merge["state"], readonly Choice[]>> = {
  proposed: ["accept", "dismiss"],
  accepted: ["undo"],
  dismissed: ["accept"],
  undone: ["accept", "dismiss"],
};

/** As many purchases are counted at most. */
const PURCHASES_MAX = 1_000;

/** Two suppliers side by side, why they may be one, and what a person said and may say of it. */
export function OnePair({ pair, done }: PairProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(MERGE_TEXTS);
  const formats = useFormats();
  const mayDecide = useMay("suppliers:write");
  const queries = useQueryClient();
  const { id, from_name, from, into_name, into, because, state, decided_at, decided_by_name, reason } = pair;
  const names = `${from_name} ${texts.and} ${into_name}`;
  const shared = from.identifiers.find(
    ({ kind, value }) =>
      kind === because && into.identifiers.some((other) => other.kind === kind && other.value === value),
  );
  const told = (said: string, why: string | null): string => `${said}${why === null ? "." : `: ${why}`}`;
  const decide = async (decision: Choice, why: string): Promise<void> => {
    const given = why === "" ? {} : { reason: why };
    const after = await call(company.id, "decide_supplier_merge", { id, decision, ...given });
    done(`${texts.said[after.state] ?? ""}: ${names}.`);
    await refreshCompany(queries, company.id);
  };
  return (
    <>
      <div className={styles.sides}>
        <Side name={from_name} {...from} />
        <Side name={into_name} {...into} />
      </div>
      <p className="soft">{told(texts.because[because], shared?.shown ?? null)}</p>
      {decided_at === null ? null : (
        <p>
          {texts.said[state]} {texts.by} {told(`${decided_by_name ?? ""}, ${formats.day(decided_at)}`, reason)}
        </p>
      )}
      {mayDecide ? (
        <Decisions
          key={state}
          of={names}
          decisions={CHOICES[state].map((choice) => ({
            label: texts.choices[choice],
            ask: texts.reason,
            isReasonRequired: false,
            ...(choice === "accept" ? { note: texts.one(into_name) } : {}),
            act: (why) => decide(choice, why),
          }))}
          not_done={texts.not_done}
          words={texts.refusals}
        />
      ) : null}
    </>
  );
}

function Side({ name, identifiers, purchase_count }: Merge["from"] & { readonly name: string }): ReactNode {
  const texts = useTexts(MERGE_TEXTS);
  return (
    <div className={styles.facts}>
      <strong>{name}</strong>
      <span>{numbersOf({ identifiers })}</span>
      <span className="soft">
        {texts.purchases(purchase_count < PURCHASES_MAX ? String(purchase_count) : `${PURCHASES_MAX}+`)}
      </span>
    </div>
  );
}

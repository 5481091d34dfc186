import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dropDecision, type KeptDecision, type Owner, useKeptDecisions } from "../../app/kept-decisions.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";

/** Decisions of this browser that the service refused when they were sent: what was decided and typed stays until it is read. */
export function RefusedDecisions({ owner }: { readonly owner: Owner }): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const refused = useKeptDecisions(owner).filter(({ refusal }) => refusal !== undefined);
  if (refused.length === 0) return null;
  return (
    <section className="fault stack" aria-labelledby="refused">
      <h2 id="refused" className={styles.group}>
        {texts.refused}
      </h2>
      <ul>
        {refused.map((decision) => (
          <RefusedDecision key={decision.key} owner={owner} decision={decision} />
        ))}
      </ul>
    </section>
  );
}

function RefusedDecision({ owner, decision }: { readonly owner: Owner; readonly decision: KeptDecision }): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(owner.company);
  const { call, refusal, description, decided_at, key } = decision;
  const chosen = call.name === "recategorize_review_item" ? ` ${nameOf(call.input.category_id)}` : "";
  return (
    <li>
      <p>
        <strong>{description}</strong>: {texts.was_decided[call.name]}
        {chosen} ({formats.moment(decided_at)}). {whyOf(refusal, texts.refused_by)}
      </p>
      {typedOf(call).map((typed) => (
        <p key={typed} className="soft">
          {typed}
        </p>
      ))}
      <div className={styles.actions}>
        <Link to="/$company/gennemgang" params={{ company: owner.company }} search={{ linje: call.input.id }}>
          {texts.look_again}
        </Link>
        <button type="button" className="button quiet" onClick={() => dropDecision(owner, key)}>
          {texts.forget}
        </button>
      </div>
    </li>
  );
}

function whyOf(refusal: KeptDecision["refusal"], words: { readonly changed: string; readonly gone: string }): string {
  if (refusal?.code === "review_item.changed") return words.changed;
  return refusal?.code === "resource.not_found" ? words.gone : (refusal?.detail ?? "");
}

/** What the person had typed, so that it can be typed again. */
function typedOf({ input }: KeptDecision["call"]): string[] {
  const facts = "facts" in input ? input.facts : undefined;
  return Object.entries(facts ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
  );
}

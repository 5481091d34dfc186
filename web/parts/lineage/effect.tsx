import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { EFFECT_TEXTS } from "./effect-texts.ts";
import type { Corrected } from "./line-queries.ts";

/** What the change would move, of the line and of the company in each financial year. */
export function Effect({ seen }: { readonly seen: Corrected }): ReactNode {
  const texts = useTexts(EFFECT_TEXTS);
  const formats = useFormats();
  const signed = `${seen.change_kg > 0 ? "+" : ""}${formats.mass(seen.change_kg)}`;
  const isMoved = seen.years.some(({ before_kg, after_kg }) => before_kg !== after_kg);
  const isWaiting = [seen, ...seen.affected].some(({ pending_restatements }) => pending_restatements !== undefined);
  return (
    <div role="status" className="note">
      <p>
        <strong>
          {seen.change_kg !== 0 ? texts.moves(signed) : isMoved ? texts.moves_between : texts.moves_nothing}
        </strong>
      </p>
      {seen.years.map(({ year, before_kg, after_kg, total_before_kg, total_after_kg }) => (
        <p key={year}>
          {texts.year(String(year), formats.mass(before_kg), formats.mass(after_kg))}{" "}
          {texts.total(formats.mass(total_before_kg), formats.mass(total_after_kg))}
        </p>
      ))}
      {seen.affected.length === 0 ? null : <p>{texts.affected(formats.number(seen.affected.length))}</p>}
      {seen.review_code === null ? null : <p>{texts.would_wait}</p>}
      {isWaiting ? <p>{texts.closed}</p> : null}
    </div>
  );
}

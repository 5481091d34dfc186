import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { EMISSIONS } from "../../parts/emissions-fields.tsx";
import { EMISSIONS_TEXTS } from "../../parts/emissions-texts.ts";
import { keptFiles } from "../../parts/kept-files.ts";
import type { ReviewItem } from "./queries.ts";
import { type StatedFields, typedInto } from "./stated-fields.ts";
import { REVIEW_TEXTS } from "./texts.ts";
import type { TypedOfLine } from "./typed.ts";

/** What was typed, in words: "Mængde: 62,5 · Enhed: l". A supply has no words of its own here, and is chosen again. */
function useWordsOf(): (fields: StatedFields) => string {
  const texts = useTexts(REVIEW_TEXTS);
  const stated = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  return (fields) => {
    const { quantity = "", unit = "", unit_price = "", amount = "", currency = "", date = "" } = fields;
    const { from = "", to = "", kept = "" } = fields;
    const classes = Object.entries(fields).filter(([name]) => name.startsWith("named."));
    const day = (text: string): string => (text === "" ? "" : formats.day(text));
    const said: readonly (readonly [string, string])[] = [
      [texts.quantity, quantity === "" ? "" : `${quantity} ${unit}`.trim()],
      [texts.unit_price(currency), unit_price],
      [texts.amount, amount],
      [texts.documentDate, day(date)],
      [texts.from, day(from)],
      [texts.to, day(to)],
      ...EMISSIONS.map((name) => [stated[name], fields[name] ?? ""] as const),
      // A class and a file say by themselves what they are.
      ...classes.map(([, value = ""]) => ["", value] as const),
      [
        "",
        keptFiles(kept)
          .map((file) => file.name)
          .join(", "),
      ],
    ];
    return said
      .filter(([, value]) => value !== "")
      .map(([name, value]) => (name === "" ? value : `${name}: ${value}`))
      .join(" · ");
  };
}

interface ChangedNoteProps {
  readonly item: ReviewItem;
  readonly typed: TypedOfLine | undefined;
}

/** Says that a line was read anew after somebody typed about it, with what has no field any more. */
export function ChangedNote({ item, typed }: ChangedNoteProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const wordsOf = useWordsOf();
  if (typed === undefined || typed.version === null || typed.version === item.version) return null;
  const without = wordsOf(typedInto(item, typed.fields, false));
  return (
    <p className="note" role="status">
      {texts.changed_since} {without === "" ? texts.typed_stays : texts.you_typed(without)}
    </p>
  );
}

interface LeftLinesProps {
  readonly left: readonly TypedOfLine[];
  readonly drop: (id: string) => void;
}

/** Lines that left the queue while somebody typed about them: what was typed stays until it is read. */
export function LeftLines({ left, drop }: LeftLinesProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const wordsOf = useWordsOf();
  return left.map(({ line, fields }) => {
    const words = wordsOf(fields);
    return (
      <div key={line.id} className="note" role="status">
        <p>
          {texts.line_left([line.supplier_name ?? "", line.description].filter((part) => part !== "").join(", "))}{" "}
          {words === "" ? "" : texts.you_typed(words)}
        </p>
        <button type="button" className="button quiet" onClick={() => drop(line.id)}>
          {texts.forget}
        </button>
      </div>
    );
  });
}

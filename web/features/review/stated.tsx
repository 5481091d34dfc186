import { type ReactNode, type RefObject, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { Issues, useFirstWrong } from "../../parts/form/issues.tsx";
import { ISSUE_TEXTS } from "../../parts/form/issue-texts.ts";
import { Fault } from "../../parts/state.tsx";
import type { UsedIn } from "./country-options.tsx";
import { FactFields } from "./fact-fields.tsx";
import type { Stated } from "./queries.ts";
import { type Asked, statedIn, type StatedFields, typedInto } from "./stated-fields.ts";
import { REVIEW_TEXTS } from "./texts.ts";
import type { TypedOfLine } from "./typed.ts";

interface StatedProps {
  readonly asked: Asked;
  /** What was typed about it, perhaps before it was read anew; undefined: nothing. */
  readonly typed: TypedOfLine | undefined;
  readonly type: (part: StatedFields) => void;
  /** Why the last decision about it was refused; null: none was. */
  readonly refused: Error | null;
  /** What holds the fields. */
  readonly within: RefObject<HTMLElement | null>;
}

interface StatedForm {
  /** What stands in the fields. */
  readonly fields: StatedFields;
  readonly form: ReactNode;
  /** Gives a decision what stands in the fields, with the country of use. Where something is wrong with it nothing is decided. */
  readonly state: (used: UsedIn | null, decide: (stated: Stated) => void) => void;
}

/** What a person states of what waits; each field tells what is wrong with it. */
export function useStated({ asked, typed, type, refused, within }: StatedProps): StatedForm {
  const texts = useTexts(REVIEW_TEXTS);
  const issues = useTexts(ISSUE_TEXTS);
  const { language } = useFormats();
  const [slip, setSlip] = useState<Error | null>(null);
  useFirstWrong(within, slip ?? refused);
  // What is not shown is not sent.
  const fields = typedInto(asked, typed?.fields ?? {}, true);
  return {
    fields,
    form: (
      <>
        <Issues of={slip ?? refused}>
          <FactFields asked={asked} fields={fields} change={type} />
        </Issues>
        {slip === null ? null : <Fault error={slip} title={texts.not_saved} words={issues} />}
      </>
    ),
    state: (used, decide) => {
      setSlip(null);
      try {
        // What says so stands in the form while files are on their way.
        const waits = within.current?.querySelector<HTMLInputElement>("[name=on_way]");
        if (waits != null) throw new Error(waits.value);
        decide(statedIn(fields, asked, used?.attributes ?? null, language));
      } catch (cause) {
        setSlip(errorOf(cause));
      }
    },
  };
}

import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../form/fields.tsx";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import type { LineFormProps } from "./correct-forms.tsx";
import { Effect } from "./effect.tsx";
import { LineForm } from "./line-form.tsx";
import { type Corrected, useLineChange } from "./line-queries.ts";

/** Leaves a line out with a reason, after a look at what that moves. */
export function LeaveOutForm(props: LineFormProps): ReactNode {
  const { line, typed, done } = props;
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const { leaveOut } = useLineChange(company.id, line.id);
  const [seen, setSeen] = useState<Corrected | null>(null);
  return (
    <LineForm
      {...props}
      label={seen === null ? texts.preview : texts.leave_out}
      onChange={() => setSeen(null)}
      act={async (form) => {
        const dry_run = seen === null;
        const answer = await leaveOut({ reason: typedIn(form, "reason"), version: line.version, dry_run });
        if (dry_run) setSeen(answer);
        else done(texts.left_out, answer.pending_restatements);
        return null;
      }}
    >
      <p className="soft">{texts.out_hint}</p>
      <Field
        name="reason"
        label={texts.reason}
        more={{ required: true, maxLength: 500, defaultValue: typed["reason"] ?? "" }}
      />
      {seen === null ? null : <Effect seen={seen} />}
    </LineForm>
  );
}

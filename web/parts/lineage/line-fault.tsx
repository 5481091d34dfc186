import type { ReactNode } from "react";
import { Refusal } from "../../app/call.ts";
import { useTexts } from "../../app/language.ts";
import { ISSUE_TEXTS } from "../form/issue-texts.ts";
import { Fault } from "../state.tsx";
import { CORRECT_TEXTS } from "./correct-texts.ts";

/** Why a line was not changed. */
export function LineFault({ fault }: { readonly fault: Error }): ReactNode {
  const texts = useTexts(CORRECT_TEXTS);
  const issues = useTexts(ISSUE_TEXTS);
  const code = fault instanceof Refusal ? fault.code : "";
  const told =
    code === "review_item.changed"
      ? new Error(texts.changed_meanwhile)
      : code === "financial_year.closed"
        ? new Error(texts.year_closed)
        : fault;
  return <Fault error={told} title={texts.not_changed} words={{ ...issues, ...texts.words }} />;
}

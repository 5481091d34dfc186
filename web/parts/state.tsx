import type { ReactNode } from "react";
import { Refusal } from "../app/call.ts";
import { useCompany } from "../app/company.tsx";
import { useTexts } from "../app/language.ts";
import { SHELL_TEXTS } from "../app/texts.ts";

interface FaultProps {
  readonly error: Error;
  /** What did not happen, in a sentence; by default that something could not be loaded. */
  readonly title?: string;
  readonly again?: () => void;
  /** Words for codes of what is wrong with a request; without them the service's own, in English. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What failed, what can be done, and the number by which the operator finds it. */
export function Fault({ error, title, again, words = {} }: FaultProps): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const refusal = error instanceof Refusal ? error : null;
  return (
    <div className="fault" role="alert">
      <p>
        {title ?? texts.failed} {refusal === null ? error.message : toldIn(words, refusal)}
      </p>
      {refusal === null || refusal.request_id === "" ? null : (
        <p>
          {texts.number}: <code>{refusal.request_id}</code>
        </p>
      )}
      {again === undefined ? null : (
        <p>
          <button type="button" className="button quiet" onClick={again}>
            {texts.again}
          </button>
        </p>
      )}
    </div>
  );
}

/** What is wrong in the reader's words, where there are words for each of it. */
function toldIn(words: Readonly<Record<string, string>>, { issues, detail }: Refusal): string {
  const told = issues.flatMap(({ code }) => words[code] ?? []);
  return told.length === 0 || told.length < issues.length ? detail : [...new Set(told)].join(" ");
}

/** The role may not do this: says who can change it. */
export function Denied(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return <p className="note">{texts.denied(texts.roles[useCompany().role])}</p>;
}

export function Loading(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return (
    <p className="soft" role="status">
      {texts.loading}
    </p>
  );
}

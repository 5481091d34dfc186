import { createContext, type ReactNode, type RefObject, use, useEffect } from "react";
import { Refusal } from "../../app/call.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { ISSUE_TEXTS } from "./issue-texts.ts";

/** What is wrong with one member of a request. */
export type Issue = Refusal["issues"][number];

/** What the service, or the form itself, found wrong with what was sent last. */
const IssuesContext = createContext<readonly Issue[]>([]);

/** Tells the fields within it what is wrong with each. */
export function Issues({ of, children }: { readonly of: Error | null; readonly children: ReactNode }): ReactNode {
  return <IssuesContext value={of instanceof Refusal ? of.issues : NONE}>{children}</IssuesContext>;
}

const NONE: readonly Issue[] = [];

/** What a form finds wrong itself, told as a refusal of the service is. `path` is a member of `facts`. */
export function slip(found: readonly (readonly [path: string, code: string])[]): Refusal {
  const issues = found.map(([path, code]) => ({ path: `facts.${path}`, code, message: code }));
  return new Refusal(400, { code: "request.validation_failed", issues });
}

/** Leads who sent a form to the first field in which something is wrong. */
export function useFirstWrong(form: RefObject<HTMLElement | null>, wrong: Error | null): void {
  useEffect(() => {
    if (wrong !== null) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, wrong]);
}

export function useIssue(paths: string | undefined): Issue | undefined {
  const issues = use(IssuesContext);
  const wanted = (paths ?? "").split(" ").map((path) => `facts.${path}`);
  return issues.find(({ path }) => wanted.includes(path));
}

interface IssueWordsProps {
  readonly id: string;
  readonly issue: Issue | undefined;
}

/** Beneath a field, which is described by it. */
export function IssueWords({ id, issue }: IssueWordsProps): ReactNode {
  const words: Readonly<Record<string, string>> = useTexts(ISSUE_TEXTS);
  const { language } = useFormats();
  if (issue === undefined) return null;
  const told = words[issue.code];
  return (
    <p id={id} className="wrong" lang={told === undefined ? "en" : language}>
      {told ?? issue.message}
    </p>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Refusal } from "../app/call.ts";
import { useCompany } from "../app/company.tsx";
import { useFormats, useTexts } from "../app/language.ts";
import { REFUSAL_TEXTS } from "../app/refusal-texts.ts";
import { SHELL_TEXTS } from "../app/texts.ts";
import { OnlineButton } from "./online-button.tsx";

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
  if (refusal?.status === 401) return <SessionLost {...(title === undefined ? {} : { title })} />;
  if (refusal?.code === "auth.scope_required") return <Denied />;
  if (refusal !== null && OF_PLAN.has(refusal.code)) return <PlanLimit code={refusal.code} title={title} />;
  if (refusal?.status === 429) {
    // A wait is no fault: it passes by itself, and nobody has to be told its number.
    return (
      <div className="note">
        <p role="status">
          {title} <Why error={error} words={words} />
        </p>
        {again === undefined ? null : <Again key={refusal.request_id} refusal={refusal} again={again} />}
      </div>
    );
  }
  return (
    <div className="fault" role="alert">
      <p>
        {title ?? texts.failed} <Why error={error} words={words} />
      </p>
      {refusal === null || refusal.request_id === "" ? null : (
        <p>
          {texts.number}: <code>{refusal.request_id}</code>
        </p>
      )}
      {again === undefined ? null : <Again key={refusal?.request_id} refusal={refusal} again={again} />}
    </div>
  );
}

function Why({
  error,
  words,
}: Pick<FaultProps, "error"> & { readonly words: NonNullable<FaultProps["words"]> }): ReactNode {
  const { language } = useFormats();
  const texts = useTexts(REFUSAL_TEXTS);
  if (!(error instanceof Refusal)) return error instanceof TypeError ? texts.unreachable : error.message;
  const told = error.issues.flatMap(({ code }) => words[code] ?? []);
  if (told.length > 0 && told.length === error.issues.length) return [...new Set(told)].join(" ");
  const sentence = texts.codes[error.code];
  const ofService = language === "da" ? <span lang="en">{error.detail}</span> : error.detail;
  if (sentence === undefined) return ofService;
  // What exactly is wrong with a request only the service can say.
  return error.issues.length === 0 ? (
    sentence
  ) : (
    <>
      {sentence} {ofService}
    </>
  );
}

interface AgainProps {
  readonly refusal: Refusal | null;
  readonly again: () => void;
}

/** Tries again: when asked, and by itself when the time has passed that the service named. */
function Again({ refusal, again }: AgainProps): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const words = useTexts(REFUSAL_TEXTS);
  const formats = useFormats();
  const [left, setLeft] = useState(refusal?.status === 429 ? refusal.retry_after_seconds : null);
  useEffect(() => {
    if (left === null) return undefined;
    if (left <= 0) {
      again();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
    // The function is another one at every drawing and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left]);
  return (
    <p className="row">
      <OnlineButton type="button" className="button quiet" onClick={again}>
        {texts.again}
      </OnlineButton>
      {left === null ? null : words.wait(formats.number(left))}
    </p>
  );
}

/** The login has ended: a new one in another window, so that what was typed here stays, and on from where one was. */
function SessionLost({ title }: Pick<FaultProps, "title">): ReactNode {
  const texts = useTexts(REFUSAL_TEXTS);
  const queries = useQueryClient();
  return (
    <div className="fault" role="alert">
      <p>
        {title === undefined ? "" : `${title} `}
        {texts.lost}
      </p>
      <p className="row">
        <a href="/login" target="_blank" rel="noreferrer">
          {texts.log_in}
        </a>
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            // The session first: it has the token that every change brings.
            void queries
              .invalidateQueries({ queryKey: ["session"] })
              .then(
                async () => await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" }),
              );
          }}
        >
          {texts.resume}
        </button>
      </p>
    </div>
  );
}

/** Refusals by the company's plan: the service works, and trying again changes nothing. */
const OF_PLAN: ReadonlySet<string> = new Set(["subscription.feature_required", "quota.exceeded"]);

interface PlanLimitProps {
  readonly code: string;
  readonly title?: string | undefined;
}

/** The plan has none of it, or no more: where plans are seen, for those who can have another one. */
export function PlanLimit({ code, title }: PlanLimitProps): ReactNode {
  const { id, role } = useCompany();
  const texts = useTexts(REFUSAL_TEXTS);
  const isSeenHere = useLocation().pathname.endsWith("/indstillinger");
  return (
    <p className="note" role="status">
      {title} {texts.codes[code]}{" "}
      {role !== "admin" ? (
        texts.ask_admin
      ) : isSeenHere ? null : (
        <Link to="/$company/indstillinger" params={{ company: id }}>
          {texts.see_plan}
        </Link>
      )}
    </p>
  );
}

/** The role may not do this: says who can change it. */
export function Denied(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return <p className="note">{texts.denied(texts.roles[useCompany().role])}</p>;
}

interface AwaitedProps extends Pick<FaultProps, "again"> {
  /** The heading of the section. */
  readonly title: string;
  /** Null: it is being loaded. */
  readonly error: Error | null;
}

/** A section that does not have its content: what is missing stands under its heading. */
export function Awaited({ title, error, ...rest }: AwaitedProps): ReactNode {
  return (
    <section className="card stack">
      <h2>{title}</h2>
      {error === null ? <Loading /> : <Fault error={error} {...rest} />}
    </section>
  );
}

export function Loading(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return (
    <p className="soft" role="status">
      {texts.loading}
    </p>
  );
}

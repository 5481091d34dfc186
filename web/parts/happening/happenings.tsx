import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { SHELL_TEXTS } from "../../app/texts.ts";
import { STANDARD_NAMES } from "../report/standards.ts";
import { useActorName } from "./actor-name.ts";
import { detailsOf } from "./details.ts";
import styles from "./happening.module.css";
import { inTwo } from "./in-two.ts";
import type { Happening } from "./queries.ts";
import { HAPPENING_TEXTS } from "./texts.ts";

interface HappeningsProps {
  readonly happenings: readonly Happening[];
  /** Shows only what one actor did; absent: names are no buttons. */
  readonly ofActor?: (actor: string) => void;
}

/** Who did what and when, one per row. */
export function Happenings({ happenings, ofActor }: HappeningsProps): ReactNode {
  const formats = useFormats();
  return (
    <ol className={styles.happenings}>
      {happenings.map((happening) => (
        <li key={happening.seq}>
          <time dateTime={happening.at} className="soft">
            {formats.moment(happening.at)}
          </time>
          <Who happening={happening} ofActor={ofActor} />
          <What happening={happening} />
        </li>
      ))}
    </ol>
  );
}

interface WhoProps {
  readonly happening: Happening;
  readonly ofActor: ((actor: string) => void) | undefined;
}

function Who({ happening, ofActor }: WhoProps): ReactNode {
  const texts = useTexts(HAPPENING_TEXTS);
  const name = useActorName()(happening);
  if (ofActor === undefined) return <strong>{name}</strong>;
  return (
    <span>
      <button type="button" className={styles.actor} title={texts.only(name)} onClick={() => ofActor(happening.actor)}>
        {name}
      </button>
    </span>
  );
}

function What({ happening }: Pick<WhoProps, "happening">): ReactNode {
  const company = useCompany();
  const texts = useTexts(HAPPENING_TEXTS);
  const formats = useFormats();
  const { action, subject, subject_name, reason, count } = happening;
  const { roles } = useTexts(SHELL_TEXTS);
  const standards = useTexts(STANDARD_NAMES);
  const details = detailsOf(happening, { ...formats, roles, standards });
  return (
    <span>
      {texts.actions[action] ?? action}
      {count > 1 ? ` · ${texts.at_once(formats.number(count))}` : null}
      {count > 1 || subject_name === null ? null : (
        <>
          {": "}
          {action.startsWith("upload_file.") ? (
            <Link to="/$company/bilag" params={{ company: company.id }} search={{ fil: subject }}>
              {subject_name}
            </Link>
          ) : (
            <bdi>{subject_name}</bdi>
          )}
        </>
      )}
      {details.length === 0 ? null : `${subject_name === null ? ": " : ", "}${details.join(", ")}`}
      {reason === null ? null : <Reason text={reason} />}
    </span>
  );
}

/** Why somebody did it, in that person's own words; of a long text the rest is shown when asked for. */
function Reason({ text }: { readonly text: string }): ReactNode {
  const { before, after } = useTexts(HAPPENING_TEXTS).quotes;
  const [start, rest] = inTwo(text);
  if (rest === "") return <span className={styles.reason}>{`${before}${text}${after}`}</span>;
  return (
    <details className={styles.reason}>
      <summary>{`${before}${start} …`}</summary>
      {`…${rest}${after}`}
    </details>
  );
}

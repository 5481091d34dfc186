import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { SHELL_TEXTS } from "../../app/texts.ts";
import { STANDARD_NAMES } from "../report/standards.ts";
import { useActorName } from "./actor-name.ts";
import { detailsOf } from "./details.ts";
import styles from "./happening.module.css";
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
  const { action, subject, subject_name, count } = happening;
  const reason = reasonOf(happening);
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
      {reason === null ? null : <span className="soft"> · »{reason}«</span>}
    </span>
  );
}

/** Kinds of records whose reasons are typed by people; those of the others are codes. */
const TYPED = new Set(["lines", "documents", "reports", "factors", "targets"]);

/** Why somebody did it, in that person's own words. */
function reasonOf({ kind, parameters }: Happening): string | null {
  const { reason } = parameters;
  return TYPED.has(kind) && typeof reason === "string" && reason !== "" ? reason : null;
}

import { useEffect, useState } from "react";
import { keepTyped, keptTyped, type Owner } from "../../app/kept-decisions.ts";
import type { ReviewItem } from "./queries.ts";
import type { StatedFields } from "./stated-fields.ts";

/** A line, or a group by its key, as it was read. */
type About = Pick<ReviewItem, "id" | "version" | "description" | "supplier_name">;

/** What a person typed about a line or a group, kept when it is read anew, left or refused. */
export interface TypedOfLine {
  readonly line: Omit<About, "version">;
  readonly fields: StatedFields;
  /** Version of the line that it was typed about; null: the person has decided the line, and what follows is no news. */
  readonly version: string | null;
}

type Typed = Readonly<Record<string, TypedOfLine>>;

/** What is typed in the queue, by line and group: kept for its owner while the tab is open, until the line is decided. */
export function useTyped({ person, company }: Owner) {
  const [typed, setTyped] = useState<Typed>(() => (keptTyped({ person, company }) ?? {}) as Typed);
  useEffect(() => {
    const open = Object.entries(typed).filter(([, { version, fields }]) => version !== null && isAnything(fields));
    keepTyped({ person, company }, open.length === 0 ? null : Object.fromEntries(open));
  }, [typed, person, company]);
  const put = (id: string, change: (now: TypedOfLine | undefined) => TypedOfLine | undefined): void =>
    setTyped(({ [id]: now, ...others }) => {
      const next = change(now);
      return next === undefined ? others : { ...others, [id]: next };
    });
  return {
    of: (id: string): TypedOfLine | undefined => typed[id],
    change: ({ id, version, description, supplier_name }: About, part: StatedFields): void =>
      put(id, (now) => ({
        line: { id, description, supplier_name },
        fields: { ...now?.fields, ...part },
        version,
      })),
    /** The line is decided with the version named; null as soon as the decision is on its way. */
    decided: (id: string, version: string | null): void => put(id, (now) => now && { ...now, version }),
    drop: (id: string): void => put(id, () => undefined),
    /** What was typed about what waits no more, by nobody's decision here; `waiting` are ids of lines and keys of groups. */
    left: (waiting: readonly string[]): readonly TypedOfLine[] =>
      Object.values(typed).filter(
        ({ line, version, fields }) => version !== null && isAnything(fields) && !waiting.includes(line.id),
      ),
  };
}

export const isAnything = (fields: StatedFields): boolean => Object.values(fields).some((value) => value !== "");

export type TypedLines = ReturnType<typeof useTyped>;

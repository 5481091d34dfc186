import { useEffect, useState } from "react";
import { keepTyped, keptTyped, type Owner } from "../../app/kept-decisions.ts";
import type { ReviewItem } from "./queries.ts";
import type { StatedFields } from "./stated-fields.ts";

/** What a person typed about a line, kept when the line is read anew, left or refused. */
export interface TypedOfLine {
  readonly line: Pick<ReviewItem, "id" | "description" | "supplier_name">;
  readonly fields: StatedFields;
  /** Version of the line that it was typed about; null: the person has decided the line, and what follows is no news. */
  readonly version: string | null;
}

type Typed = Readonly<Record<string, TypedOfLine>>;

/** What is typed in the queue, by line: kept for its owner while the tab is open, until the line is decided. */
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
    change: ({ version, ...line }: ReviewItem, part: StatedFields): void =>
      put(line.id, (now) => ({ line, fields: { ...now?.fields, ...part }, version })),
    /** The line is decided with the version named; null as soon as the decision is on its way. */
    decided: (id: string, version: string | null): void => put(id, (now) => now && { ...now, version }),
    drop: (id: string): void => put(id, () => undefined),
    /** What was typed about lines that wait no more, by nobody's decision here. */
    left: (waiting: readonly ReviewItem[]): readonly TypedOfLine[] =>
      Object.values(typed).filter(
        ({ line, version, fields }) =>
          version !== null && isAnything(fields) && !waiting.some(({ id }) => id === line.id),
      ),
  };
}

const isAnything = (fields: StatedFields): boolean => Object.values(fields).some((value) => value !== "");

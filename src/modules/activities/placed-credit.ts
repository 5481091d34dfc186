import type { CountingLine } from "./counted-lines.ts";
import type { CreditPart } from "./credit-shares.ts";
import type { CreditNoteRow } from "./store-credited.ts";

/** An activity of a credit note, with what it counts by where it may be booked already. */
export type PlacedNote = CreditNoteRow & Partial<CountingLine>;

/** A line of a credit note, as the activities that it is booked as, and where what it takes back is counted now. */
export interface PlacedCredit {
  readonly activities: readonly PlacedNote[];
  readonly parts: readonly CreditPart[];
  readonly category_key: string;
  /** Departments that the invoice's lines have or had: an activity of another one has it from its own document. Absent: all are its own. */
  readonly departments?: ReadonlySet<string>;
}

/** The department of an activity of one, `own` being what it has now: null is of none. */
export function departmentOf(
  own: string | null,
  part: CreditPart,
  departments: PlacedCredit["departments"],
): string | null {
  return own !== null && departments?.has(own) !== true ? own : part.department_id;
}

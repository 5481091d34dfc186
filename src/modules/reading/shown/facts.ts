import type { ShownLine, ShownParty } from "../../../core/shown-file.ts";

/** What a line says beside what is booked of it. */
export type LineFacts = Pick<ShownLine, "unit_price" | "vat_percent">;

/** Notes that are shown, and characters of one. */
const NOTES_MAX = 20;
const NOTE_LENGTH_MAX = 1_000;

/** The first notes of a document, each cut where it is long. */
export function shownNotes(notes: readonly (string | null)[]): string[] {
  const stated = notes.filter((note) => note !== null);
  return stated.slice(0, NOTES_MAX).map((note) => note.slice(0, NOTE_LENGTH_MAX));
}

interface StatedParty extends Pick<ShownParty, "name" | "identifier"> {
  readonly street: readonly (string | null)[];
  readonly city: readonly (string | null)[];
  readonly country: string | null;
}

/** A party with its address line by line; null: nothing is said of it. */
export function partyShown({ name, identifier, street, city, country }: StatedParty): ShownParty | null {
  const words = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(" ");
  const address = [words(street), words(city), country ?? ""].filter((line) => line !== "");
  return name === null && identifier === null && address.length === 0 ? null : { name, identifier, address };
}

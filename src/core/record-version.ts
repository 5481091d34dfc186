import { z } from "zod";
import { validationError } from "./errors.ts";

/** Far more versions than any record gets. */
const VERSION_MAX = 1_000_000;

/** The version that an editor has read: whoever decides on an older state is told, instead of undoing what another did. */
export const versionInput = z
  .int()
  .min(1)
  .max(VERSION_MAX)
  .describe("The version that you read; refused when there is a newer one");

/** The same of what nobody may have stated yet: 0 then. */
export const versionOrNoneInput = z
  .int()
  .min(0)
  .max(VERSION_MAX)
  .describe("The version that you read, 0 where nothing was stated; refused when there is a newer one");

/** Why a record becomes another one; kept with the version. */
export const changeReasonInput = z.string().trim().min(1).max(500).describe("Why, for the auditor");

/**
 * Refuses a change that was decided on an older version. Call under the lock that writers of the record take.
 * @throws ServiceError request.validation_failed (changed_meanwhile)
 */
export function assertNewestVersion(seen: number, newest: number): void {
  if (seen === newest) return;
  const message = `the newest version is ${newest}: somebody changed it since; read it again and decide anew`;
  throw validationError([{ path: "version", code: "changed_meanwhile", message }]);
}

/** Names of the members that differ, in the order of `after`. */
export function changedMembers<Terms extends object>(before: Terms, after: Terms): string[] {
  const told = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (told.get(name) === value ? [] : [name]));
}

/** @throws ServiceError request.validation_failed when a change names nothing to change */
export function assertSomethingGiven(changes: Readonly<Record<string, unknown>>): void {
  if (Object.values(changes).some((value) => value !== undefined)) return;
  throw validationError([{ path: "changes", code: "nothing_to_change", message: "give at least one field to change" }]);
}

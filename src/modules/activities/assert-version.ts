import { z } from "zod";
import { ServiceError } from "../../core/errors.ts";
import type { CurrentActivityRow } from "./store.ts";

/** The reading of a line that a change is about; absent: as it is now. */
export const readVersion = z.uuid().describe("Version that was read; refused once there is a later one").optional();

/**
 * Holds a line as it is now against the version that somebody has read (undefined: as it is now).
 * @throws ServiceError review_item.changed when there is a later one
 */
export function assertVersion(current: CurrentActivityRow, version: string | undefined): void {
  if (version === undefined || version.toLowerCase() === current.split_id) return;
  const now =
    current.status === "pending_review" ? "it still waits, with another reading" : `it is ${current.status} now`;
  throw new ServiceError("review_item.changed", `The line has been read anew since: ${now}. Nothing was changed.`);
}

import { z } from "zod";
import { GHG_SCOPES, type GhgScope } from "../../core/ghg.ts";

/** The `scope` filter of lists: "1", "2", "3" or the same as integers. */
export const scopeInput = z
  .union([z.enum(GHG_SCOPES), z.literal(1), z.literal(2), z.literal(3)], { error: "must be 1, 2 or 3" })
  .describe("GHG Protocol scope");

const NAMES: Readonly<Record<number, GhgScope>> = { 1: "1", 2: "2", 3: "3" };

/** Scope of a stored row as outputs write it. */
export function scopeName(scope: number): GhgScope {
  const name = NAMES[scope];
  if (name === undefined) throw new Error(`no scope ${scope}`);
  return name;
}

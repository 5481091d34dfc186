import { validationError } from "../../core/errors.ts";
import type { Catalog } from "../../core/catalog.ts";
import { emissionsSlip } from "./emissions-slip.ts";
import type { Correction } from "./write-correction.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import type { CurrentActivityRow } from "./store.ts";

/** Category of what is kept out of the inventory with a trace. */
export const NOT_RELEVANT = "unclassified.not_relevant";

/** @throws ServiceError request.validation_failed unless the key is a category of the lowest level. */
export function assertCategory(catalog: Catalog, key: string): void {
  if (catalog.category(key)?.level === 3) return;
  throw validationError([
    {
      path: "category_id",
      code: "unknown_category",
      message: "must be a category key of level 3, see list_emission_categories",
    },
  ]);
}

/** A category that a person chose, and why. */
export interface ChosenCategory {
  readonly category_key: string;
  readonly reason: string;
  /** Name of the audit event. */
  readonly action: string;
  /** Argument of the request that is to blame when nothing can be calculated. */
  readonly path: string;
}

/**
 * The reading of a line in the category that a person chose.
 * @throws ServiceError request.validation_failed with the engine's reason when nothing can be calculated for it, and where the
 * emissions that are stated of the line have no place in it
 */
export function chosenCategory(current: CurrentActivityRow, chosen: ChosenCategory, tables: ReadingTables): Correction {
  const { category_key, reason, action, path } = chosen;
  const misplaced = emissionsSlip(current, { category_key, stated: current.stated }, tables);
  if (misplaced !== null) throw validationError([misplaced]);
  const { split, result } = readAs(current, category_key, tables);
  if (result.kind !== "calculated") {
    throw validationError([{ path, code: result.reviewReason.code, message: result.reviewReason.detail }]);
  }
  return {
    action,
    decision: { status: "classified", category_key, mapped_by: "person", confidence: 1, reason, candidates: [] },
    split,
    result,
    is_learned: true,
  };
}

/** The reading of a line that a person keeps out of the inventory. */
export function keptOut(current: CurrentActivityRow, reason: string, action: string): Correction {
  return {
    action,
    decision: {
      status: "excluded",
      category_key: NOT_RELEVANT,
      mapped_by: "person",
      confidence: 1,
      reason,
      candidates: [],
    },
    split: {
      quantity: current.split_quantity,
      unit: current.split_unit,
      conversion: current.conversion,
      allocated_amount: current.allocated_amount,
      allocated_currency: current.allocated_currency,
      ruled_period: current.ruled_period,
    },
    result: null,
    is_learned: true,
  };
}

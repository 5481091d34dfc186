import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { advanceOf } from "../reading/index.ts";
import { isKnownSupply, noteAdvances } from "../supplies/index.ts";
import type { StatedFacts } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";

/** @throws ServiceError request.validation_failed when a person states a supply of a line that the register does not have */
export async function assertStatedSupply(db: TenantQueries, stated: StatedFacts | null | undefined): Promise<void> {
  if (stated?.supply == null || (await isKnownSupply(db, stated.supply))) return;
  const message = "is no supply of this company, see GET /supplies";
  throw validationError([{ path: "facts.supply_id", code: "not_found", message }]);
}

/** Of a supply that a person states of an advance it is noted that it has some, so that later bills of it settle them. */
export async function noteStatedAdvance(
  tx: TenantTransaction,
  line: CurrentActivityRow,
  stated: StatedFacts | null | undefined,
): Promise<void> {
  if (stated?.supply == null || advanceOf(line) !== "advance") return;
  await noteAdvances(tx, [stated.supply]);
}

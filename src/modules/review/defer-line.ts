import { cutText } from "../../core/cut-text.ts";
import { validationError } from "../../core/errors.ts";
import {
  type Correction,
  type CurrentActivityRow,
  factsContext,
  type FactsInput,
  restated,
  statedFacts,
} from "../activities/index.ts";
import { ADVANCE_DEFERRED } from "../emissions/index.ts";

const REASON_MAX = 1_000;

/**
 * An amount on account that is left to its settlement, with the supply and the period that a person states of it: it stays out of the
 * totals and in what waits, and is asked about no more. When the settlement comes it replaces the advance, as it does any other; of one
 * that says no supply or no days it is asked then whether that bill settles it.
 * @throws ServiceError request.validation_failed for another line, and for facts that tell nothing of its settlement
 */
export function deferred(
  line: CurrentActivityRow,
  { reason, facts = {} }: { readonly reason: string; readonly facts?: FactsInput },
  now: Date,
): Correction {
  if (line.status !== "pending_review" || !DEFERRABLE.has(line.review_code ?? "")) {
    throw validationError([
      { path: "id", code: "not_an_open_advance", message: "only an amount on account without a quantity is deferred" },
    ]);
  }
  assertPlace(facts);
  const stated = statedFacts(facts, factsContext(line, now));
  const current = restated(line, stated);
  const { category_key, mapped_by, candidates, split_quantity: quantity, split_unit: unit } = current;
  const { conversion, allocated_amount, allocated_currency, ruled_period } = current;
  const why = cutText(`deferred to the settlement: ${reason}; ${current.reason}`, REASON_MAX);
  const confidence = Number(current.confidence);
  return {
    action: "activity.advance_deferred",
    decision: { status: "classified", category_key, mapped_by, confidence, reason: why, candidates },
    split: { quantity, unit, conversion, allocated_amount, allocated_currency, ruled_period },
    result: { kind: "review", reviewReason: ADVANCE_DEFERRED },
    ...(stated === null ? {} : { stated: current.stated }),
    is_learned: false,
  };
}

const DEFERRABLE: ReadonlySet<string> = new Set(["advance_without_quantity", "advance_unsettled"]);

/** What tells the settlement of an advance, and what else is stated of it. */
const PLACE: ReadonlySet<string> = new Set([
  "supply_id",
  "service_period_start",
  "service_period_end",
  "supplier_name",
  "supplier_identifier",
]);

/** @throws ServiceError request.validation_failed for facts by which the advance would count */
function assertPlace(facts: FactsInput): void {
  const useless = Object.entries(facts).filter(([name, value]) => value !== undefined && !PLACE.has(name));
  if (useless.length === 0) return;
  const message = "is of no use to a deferred advance, which counts nothing: accept the line with it instead";
  throw validationError(useless.map(([name]) => ({ path: `facts.${name}`, code: "not_counted", message })));
}

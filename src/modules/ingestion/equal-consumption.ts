import type { TenantTransaction } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, selectEqualConsumption } from "../activities/index.ts";
import { advanceOf } from "../reading/index.ts";
import type { LineMatch } from "./line-match.ts";
import { withItsPeriod } from "./line-period.ts";
import { kindOfSupply } from "./supply.ts";

/** A file's activities, and which of them name a meter, by position. */
export interface ConsumingFile {
  readonly activities: readonly NewActivity[];
  readonly metered: ReadonlySet<number>;
  /** Id that it is recorded with; null: it is not recorded. */
  readonly document_id: string | null;
}

/**
 * Of each file, the lines of bills that measure what a bill of another supplier counts to the last digit for the very same days, where not both
 * name a meter: who sells energy and who brings it bill the same consumption, and two places rarely use the same. Known bills are looked at,
 * and those that come before in this call. One statement where a bill measures stated days, else none.
 */
export async function equalConsumption(
  tx: TenantTransaction,
  files: readonly ConsumingFile[],
): Promise<Map<number, LineMatch>[]> {
  const matches = files.map(() => new Map<number, LineMatch>());
  const measured = files.flatMap((file, index) =>
    file.activities.flatMap((activity, line) => {
      const consumption = consumptionOf(activity, file.metered.has(line));
      return consumption === null ? [] : [{ index, line, document_id: file.document_id, ...consumption }];
    }),
  );
  if (measured.length === 0) return matches;
  const known = await selectEqualConsumption(tx, measured);
  const before = new Map<string, Measured[]>();
  for (const [at, own] of measured.entries()) {
    const key = JSON.stringify([own.category_key, own.days, decimalText(decimal(own.quantity)), own.unit]);
    const beside = before.get(key) ?? [];
    const other =
      known[at]?.find((row) => advanceOf(row) !== "advance") ??
      beside.find((one) => one.supplier !== own.supplier && !(one.is_metered && own.is_metered));
    before.set(key, [...beside, own]);
    if (other?.document_id != null) matches[own.index]?.set(own.line, asked(own, other.document_id));
  }
  return matches;
}

type Measured = NonNullable<ReturnType<typeof consumptionOf>> & Pick<ConsumingFile, "document_id">;

/** Null: it is no bill's, measures nothing, states no days, or is an estimate, which gives way by itself. */
function consumptionOf(activity: NewActivity, is_metered: boolean) {
  const { line_kind, split, supplier_identifier, supplier_name, description, amount } = activity;
  const { decision, quantity, unit } = split;
  if (line_kind !== "line" && line_kind !== "consumption") return null;
  if (decision.status !== "classified" || kindOfSupply(decision.category_key) === null) return null;
  if (quantity === null || unit === null || !decimal(quantity).gt(0)) return null;
  const { service_period_start: start, service_period_end: end } = withItsPeriod(activity);
  const supplier = supplier_identifier ?? supplier_name?.toLowerCase() ?? null;
  if (start === null || end === null || supplier === null) return null;
  if (advanceOf({ description, amount }) !== null) return null;
  const days = [start.slice(0, 10), end.slice(0, 10)] as const;
  const months = [monthOfDay(days[0]), monthOfDay(days[1])] as const;
  return { category_key: decision.category_key, days, months, quantity, unit, supplier, is_metered };
}

function asked({ quantity, unit, days }: Measured, document_id: string): LineMatch {
  const detail =
    `Document ${document_id} of another supplier counts the same ${quantity} ${unit} of ${days[0]} - ${days[1]}, and not both name a ` +
    "metering point. Leave this line out where it is the same consumption, accept it where it is that of another place.";
  return { kind: "possible_duplicate", reviewReason: { code: "possible_duplicate", detail } };
}

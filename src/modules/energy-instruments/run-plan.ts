import type { FrozenFactor, ResidualMixGap } from "../emissions/index.ts";
import type { InstrumentKind, Technology } from "./instrument-facts.ts";
import type { PlannedPart } from "./allocation-plan.ts";

/** An instrument as a run found it; decimals are text. */
export interface InstrumentOfPlan {
  readonly id: string;
  readonly version: number;
  readonly kind: InstrumentKind;
  readonly name: string;
  readonly technology: Technology;
  readonly kg_co2e_per_kwh: string;
}

/** What a run decided, as it is stored: a later change of the register or the catalog changes nothing of it. */
export interface RunPlan {
  readonly parts: readonly PlannedPart[];
  /** Those of `parts`. */
  readonly instruments: readonly InstrumentOfPlan[];
  /** What the rest takes; null: each entry the average of its own grid. */
  readonly residual_mix: FrozenFactor | null;
  /** Why there is no residual mix; null: there is one. Absent: decided before it was told. */
  readonly residual_mix_missing?: { readonly code: ResidualMixGap; readonly detail: string } | null;
  /** kWh consumed by month when it was decided, of months with any. */
  readonly months: readonly { readonly ym: number; readonly kwh: string }[];
}

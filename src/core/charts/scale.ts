export interface Scale {
  readonly ticks: readonly number[];
  /** Decimals that tell the ticks apart. */
  readonly decimals: number;
  /** Position of a value between `from` (lowest tick) and `to` (highest tick), in the picture's units. */
  at(value: number): number;
}

/** Below it ticks would need more than six decimals. */
const SMALLEST_SPREAD = 0.0001;
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * A linear scale over all values and zero, with about `count` ticks at 1, 2, 2.5 or 5 times a power of ten. Values that are
 * all zero get the scale from 0 to 1.
 */
export function linearScale(values: readonly number[], range: { from: number; to: number; count: number }): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const spread = high === low ? 1 : Math.max(high - low, SMALLEST_SPREAD);
  const raw = spread / range.count;
  const power = Math.floor(Math.log10(raw));
  const step = STEPS.find((candidate) => candidate * 10 ** power >= raw * (1 - 1e-9)) ?? 10;
  const decimals = Math.min(6, Math.max(0, -power + (step === 2.5 ? 1 : 0)));
  // Each tick is computed from its number: adding up steps would add up their binary errors.
  const tick = (index: number) => Number((index * step * 10 ** power).toFixed(decimals));
  const first = Math.floor(low / (step * 10 ** power) + 1e-9);
  const last = Math.max(Math.ceil((low + spread) / (step * 10 ** power) - 1e-9), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tick(first + index));
  const [lowest, highest] = [tick(first), tick(last)];
  return {
    ticks,
    decimals: step === 10 ? Math.max(0, decimals - 1) : decimals,
    at: (value) => range.from + ((value - lowest) / (highest - lowest)) * (range.to - range.from),
  };
}

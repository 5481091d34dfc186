/** Percentages that add up to 100, with one digit each so that they still do: what rounding down leaves goes to the largest remainders. */
export function roundedShares(percents: readonly number[]): number[] {
  const tenths = percents.map((percent) => Math.floor(percent * 10));
  const left = percents.length === 0 ? 0 : 1000 - tenths.reduce((sum, one) => sum + one, 0);
  const remainder = (index: number): number => (percents[index] ?? 0) * 10 - (tenths[index] ?? 0);
  const favoured = percents
    .map((_, index) => index)
    .toSorted((a, b) => remainder(b) - remainder(a))
    .slice(0, left);
  return tenths.map((one, index) => (one + (favoured.includes(index) ? 1 : 0)) / 10);
}

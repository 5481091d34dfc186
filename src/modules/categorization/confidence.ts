/** Confidence from which a category is taken, and from which it is suggested (contract 10.4). */
export const ACCEPTED_FROM = 0.6;
export const SUGGESTED_FROM = 0.35;

/** What one piece of evidence of full weight is measured against in the confidence. */
export const DOUBT = 0.8;

/** 0..1 with four digits (contract 10.4): more would pretend to a precision that counted words do not have. */
export function confidenceOf(top_weight: number, second_weight: number): number {
  return Math.round((top_weight / (top_weight + second_weight + DOUBT)) * 10_000) / 10_000;
}

import type { ReviewReason } from "../emissions/index.ts";

/** Why one line does not count, or not yet, because another document records the same purchase. */
export type LineMatch =
  | { readonly kind: "duplicate"; readonly reason: string }
  | { readonly kind: "possible_duplicate"; readonly reviewReason: ReviewReason };

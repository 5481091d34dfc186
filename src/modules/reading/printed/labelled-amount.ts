import type { TotalKind } from "./labels.ts";

/** An amount with the label that it is printed beside or below. */
export interface LabelledAmount {
  readonly kind: TotalKind;
  readonly label: string;
  readonly amount: string;
}

import type { Heading } from "./heading.ts";
import { GOODS_HEADINGS } from "./headings-goods.ts";
import { NOTHING_BOUGHT } from "./headings-none.ts";
import { SERVICE_HEADINGS } from "./headings-services.ts";
import { TRANSPORT_HEADINGS } from "./headings-transport.ts";

/** Headings that hold what fits nowhere else: they say nothing, and a line on them is mostly to be asked about. */
const ANYTHING: Heading = {
  family: [],
  names:
    "diverse*, div, sundry, sundries, sundry expenses, suspense, miscellaneous, miscellaneous expenses, general expenses, other expenses, øvrige omkostninger, andre omkostninger, øvrige produktionsomkostninger, diverse omkostninger, övriga externa kostnader, övriga kostnader, andre driftskostnader, annen kostnad, sonstige betriebliche aufwendungen, sonst unregelmäßige aufwendungen, sonstige aufwendungen, sonstiges, fejlkonto, observationskonto, afstemningskonto, uafklaret, spørgekonto, ufordelt, overige kosten",
};

/** Headings in the order of their families; what an account's name matches is found by the longest name. */
export const HEADINGS: readonly Heading[] = [
  ...SERVICE_HEADINGS,
  ...GOODS_HEADINGS,
  ...TRANSPORT_HEADINGS,
  ANYTHING,
  NOTHING_BOUGHT,
];

/** Words behind which a number is a name ("måler 1", "uge 12", "tank 2"): it counts nothing, and begins no number with blanks. */
const NAMING =
  /(?:måler|målernr|meter|mätare|zähler|tank|nr|no|nummer|number|uge|week|vecka|woche|punkt|linje|line|bil)\.?:? $/iu;

/** Whether a number that stands behind these words is a name. */
export function isNamedByNumber(before: string): boolean {
  return NAMING.test(before);
}

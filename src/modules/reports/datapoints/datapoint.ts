import { z } from "zod";
import { FACT_KINDS } from "./fact.ts";

export const REQUIREMENTS = ["always", "if_applicable", "may", "helper"] as const;

/** A cell that may be empty, which means that it does not apply. */
const optional = z.string().transform((text) => (text === "" ? null : text));

/**
 * A row of data/vsme/datapoints.csv: one datapoint of the standard, or a question or figure (`cl:`) that this service
 * needs to answer one.
 */
export const datapointCells = z.strictObject({
  /** Local name of the concept, with its fixed member if it has one: `EnergyConsumptionFromFuels.RenewableEnergyMember`. */
  id: z.string().regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)?$/, { message: "is not an id of a datapoint" }),
  section: z.string().regex(/^(B([1-9]|1[01])|C[1-9])$/, { message: "is not a disclosure of VSME" }),
  concept: z.string().regex(/^(vsme|cl):[A-Za-z0-9-]+$/, { message: "is not a concept" }),
  kind: z.enum(FACT_KINDS),
  /** utr:..., xbrli:pure, percent, `money`, `utr:tCO2e/money`; `money` stands for the currency of the report. */
  unit: optional,
  /** Digits after the point of its figures. */
  decimals: z
    .string()
    .regex(/^\d{0,2}$/)
    .transform((text) => (text === "" ? null : Number(text))),
  period: z.enum(["instant", "duration"]),
  axis: optional,
  /** The one member of the axis that this row is for. */
  fixed_member: optional,
  /** `typed`: any key of a row; otherwise the list of data/vsme/members.csv whose members an answer is given for. */
  axis_list: optional,
  /** For enumerations: the list of data/vsme/members.csv that the value is taken from. */
  value_list: optional,
  /** always, if_applicable, may (optional); helper: never reported itself, other figures are derived from it. */
  requirement: z.enum(REQUIREMENTS),
  /** When it applies, in the words of datapoints/condition.ts; null: always, or only the company knows. */
  condition: optional,
  /**
   * ledger: computed, an answer is refused; ledger_or_input: computed, an answer goes before it; derived_or_input: the same
   * for what follows from other datapoints; derived: never answered; input: only people know.
   */
  source: z.enum(["ledger", "ledger_or_input", "derived", "derived_or_input", "input"]),
  /** Paragraph of the standard. */
  paragraph: optional,
  label_en: z.string().min(1),
  label_da: z.string().min(1),
});
export type Datapoint = z.output<typeof datapointCells>;

/** A row of data/vsme/members.csv. Danish is empty where the taxonomy has none: the English label is shown then. */
export const memberCells = z.strictObject({
  list: z.string().min(1),
  member: z.string().min(1),
  label_en: z.string().min(1),
  label_da: optional,
});
export type Member = z.output<typeof memberCells>;

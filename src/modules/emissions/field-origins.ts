import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/**
 * Where a fact of an activity comes from. read: a field or column of its document. inferred: words, codes, prices or an account that the
 * document has, from which the fact follows. rule: what a person or the company stated for all lines of a kind. default: nothing
 * tells it, and what is usual stands in. person: somebody stated it of this activity.
 */
export const FIELD_ORIGINS = ["read", "inferred", "rule", "default", "person"] as const;
export type FieldOrigin = (typeof FIELD_ORIGINS)[number];

const originOrNull = z.union([z.enum(FIELD_ORIGINS), z.null()]);

/** The origin of every fact as it counts; null: the fact is not known, or its own day is right (service_period). */
export const fieldOrigins = z.object({
  supplier: originOrNull,
  transaction_date: originOrNull,
  service_period: originOrNull,
  amount: originOrNull,
  currency: originOrNull,
  tax_treatment: originOrNull,
  quantity: originOrNull,
  supply: originOrNull,
  category: originOrNull,
  department: originOrNull,
  /** Of consumption. */
  country: originOrNull,
  /** The price area of electricity; null: of other activities, or not known. */
  grid_area: originOrNull,
  /** Null: it counts nothing. */
  method: originOrNull,
  /** What its factors differ in beside the country, by name; what is not known is absent. */
  attributes: z.record(z.string(), z.enum(FIELD_ORIGINS)),
  /** Whether somebody named files of it, in this reading or an earlier one. */
  evidence: originOrNull,
});
SCHEMA_NAMES.add(fieldOrigins, { name: "FieldOrigins" });

export type FieldOrigins = z.infer<typeof fieldOrigins>;

/** By the name of the fact, attributes as `attributes.fuel`. */
export const inferredFromRecord = z.record(z.string(), z.string());

export type InferredFrom = z.infer<typeof inferredFromRecord>;

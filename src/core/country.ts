import { z } from "zod";

/** A country as requests state it (ISO 3166-1 alpha-2). */
export const countryInput = z
  .string()
  .max(2)
  .regex(/^[A-Z]{2}$/, "must be a country code of two capital letters");

import { z } from "zod";

/**
 * Names under which the OpenAPI description publishes records, once for all operations that use them: PascalCase, unique,
 * each given beside the record. What is derived from a record (`extend`, `partial`) has no name until it is given one.
 * Tools are described whole, without names.
 */
export const SCHEMA_NAMES = z.registry<{ readonly name: string }>();

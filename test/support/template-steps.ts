import type { SystemDb } from "../../src/core/context.ts";

/** What is loaded once into the template that every test database is cloned from, after the migrations. */
export const TEMPLATE_STEPS: readonly ((admin: SystemDb) => Promise<unknown>)[] = [];

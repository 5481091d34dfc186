import type { Context } from "../src/core/context.ts";
import type { Operation } from "../src/core/operation.ts";
import { OPERATIONS } from "../src/operations.ts";
import type { BenchDatabase } from "./database.ts";
import type { Effort } from "./load.ts";
import type { Server } from "./processes.ts";
import type { SeededTenants } from "./seed.ts";

/** What the cases run on: a seeded database with the service in front of it. */
export interface Stage {
  readonly bench: BenchDatabase;
  readonly tenants: SeededTenants;
  /** Context of the measured company. */
  readonly ctx: Context;
  readonly service: Server;
  readonly effort: Effort;
}

export function operationNamed(name: string): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** `count` items, going round the given ones. */
export function cycled<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length]).filter((item) => item !== undefined);
}

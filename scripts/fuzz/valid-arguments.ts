import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { argumentValue, isRecordId } from "./arguments.ts";
import type { Schema } from "./contract.ts";
import type { FuzzTarget } from "./fuzz-request.ts";
import type { Random } from "./random.ts";
import { placeholdersOf, producersOf } from "./record-pools.ts";

/** One argument as a description of the service tells it. */
export interface DescribedArgument {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly example: unknown;
}

export interface ValidArguments {
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether every record that they name is known to be the caller's own. */
  readonly are_known: boolean;
}

/** So many operations may come before one that needs their records. */
const STEPS_MAX = 4;

const BY_ID = new Map<string, Operation>(OPERATIONS.map((operation) => [operation.name, operation]));

/**
 * One of these operations that this caller may call: of five the one that was asked for least often so far. Where it needs a record
 * that is not known yet, mostly one whose answer shows or makes such records instead.
 */
export function pickOperation(random: Random, target: FuzzTarget, ids: readonly string[]): string {
  const id = possibleOperation(random, target, ids);
  target.records.ask(id);
  return id;
}

function possibleOperation(random: Random, target: FuzzTarget, ids: readonly string[]): string {
  const possible = ids.filter((one) => isFor(target, one));
  const drawn = Array.from({ length: 5 }, () => random.pick(possible));
  const load = (one: string): number => target.records.timesAsked(one) * shareOf(one);
  let id = drawn.reduce((one, other) => (load(one) <= load(other) ? one : other));
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const missing = placeholdersOf(id).find(([, pool]) => !target.records.knows(pool));
    const producers = missing === undefined ? [] : producersOf(missing[1]).filter((name) => possible.includes(name));
    if (producers.length === 0 || random.chance(0.1)) return id;
    id = random.pick(producers);
  }
  return id;
}

/** What consultants alone may call is called by one of four callers, so it has its turn twice as often. */
function shareOf(id: string): number {
  return BY_ID.get(id)?.callers === "consultant" ? 0.5 : 1;
}

function isFor({ caller }: FuzzTarget, id: string): boolean {
  const callers = BY_ID.get(id)?.callers ?? "any";
  return callers === "any" || callers === caller;
}

/** Arguments with which the operation should work: those of its example, its records, and now and then others. */
export function validArguments(
  random: Random,
  target: FuzzTarget,
  id: string,
  described: readonly DescribedArgument[],
): ValidArguments {
  const { values: records, are_known } = recordsOf(random, target, id);
  const variant = random.chance(0.3) ? VARIANTS[id] : undefined;
  const example: Readonly<Record<string, unknown>> = { ...BY_ID.get(id)?.example.input, ...variant };
  const isPlain = variant !== undefined || random.chance(0.7);
  const values: Record<string, unknown> = {};
  for (const { name, schema, required, example: shown } of described) {
    if (name === "cursor") continue;
    const isOfExample = name in example;
    if (!required && !random.chance(isPlain ? (isOfExample ? 1 : 0) : 0.4)) continue;
    const isToKeep = isOfExample && !isPlaceholder(example[name]) && (isPlain || isRecordId(name, schema));
    if (records[name] !== undefined) values[name] = records[name];
    else if (isToKeep) values[name] = unlike(random, name, example[name]);
    else values[name] = argumentValue(random, target, { name, schema, example: shown });
    if (values[name] === undefined) delete values[name];
  }
  // What is unknown is named all the same, so that there is a request.
  for (const { name, schema, required } of described)
    if (required && values[name] === undefined && isRecordId(name, schema)) values[name] = UNKNOWN_ID;
  return { values: { ...values, ...wholeBatch(random, target, id) }, are_known };
}

/** Other arguments that belong together, beside those of the example. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  create_target: { target_type: "intensity", intensity_metric: "DKK million revenue", baseline_emissions: 4_200 },
};

const UNKNOWN_ID = "0198c0de-0000-7000-8000-00000000beef";

function recordsOf(random: Random, target: FuzzTarget, id: string): ValidArguments {
  const values: Record<string, string> = {};
  let are_known = true;
  for (const [argument, pool] of placeholdersOf(id)) {
    const record = target.records.take(random, pool, id);
    if (record === undefined) {
      are_known = false;
      continue;
    }
    const { id: own, ...besides } = record;
    Object.assign(values, besides);
    values[argument] = record[argument] ?? own ?? "";
  }
  return { values, are_known };
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("$");
}

/** Values that must differ from request to request, or the second one would say what the first one said. */
function unlike(random: Random, name: string, value: unknown): unknown {
  if (name === "name" || name === "statement" || name === "supplier_name")
    return `${String(value)} ${random.int(1, 1e9)}`;
  // Names alone tell the made-up suppliers apart.
  if (name === "supplier_identifier") return undefined;
  if (name === "code") return `C${random.int(1, 1e9)}`;
  if (name === "gl_account") return String(random.int(1_000, 99_999));
  if (name !== "pact" || typeof value !== "object" || value === null) return value;
  const digits = random
    .int(1, 2 ** 32)
    .toString(16)
    .padStart(12, "0");
  return { ...value, id: `3fa1c7d2-0b5e-4c8e-9a41-${digits}` };
}

/** Decisions about lines that wait, which no example can name. */
function wholeBatch(random: Random, target: FuzzTarget, id: string): Record<string, unknown> {
  if (id !== "decide_review_items") return {};
  const record = target.records.take(random, "$review_item_id", "exclude_review_item");
  return record === undefined
    ? {}
    : { decisions: [{ id: record["id"], decision: "exclude", reason: "Internal transfer" }] };
}

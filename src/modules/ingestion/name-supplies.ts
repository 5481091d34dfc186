import type { Context, TenantTransaction } from "../../core/context.ts";
import type { NewActivity } from "../activities/index.ts";
import { knownSuppliers, type ObservedSupplier, planSuppliers, type RegisterPlan } from "../supplier-register/index.ts";
import { knownSupplies, planSupplies, type SuppliesPlan } from "../supplies/index.ts";
import { observedSuppliers } from "./observed-suppliers.ts";
import { type LineSupply, observedSupplies } from "./observed-supplies.ts";

type PreparedDocument = Parameters<typeof observedSuppliers>[0] & Parameters<typeof observedSupplies>[0];

/** What a file says of suppliers and of what they supply. */
export interface NamedByFile {
  readonly suppliers: readonly ObservedSupplier[];
  readonly supplies: readonly LineSupply[];
}

export function namedBy(file: PreparedDocument): NamedByFile {
  return { suppliers: observedSuppliers(file), supplies: observedSupplies(file) };
}

/** What the registers know of all that files name: two statements at most, sent together. Under the chain's lock. */
export async function knownNames(tx: TenantTransaction, files: readonly NamedByFile[]) {
  const [suppliers, supplies] = await Promise.all([
    knownSuppliers(
      tx,
      files.flatMap((file) => file.suppliers),
    ),
    knownSupplies(
      tx,
      files.flatMap((file) => file.supplies.flatMap(({ identifiers }) => identifiers)),
    ),
  ]);
  return { suppliers, supplies };
}

/** What the registers have to learn, and the supplies of each file's lines by the position of the activity. */
export interface NamePlan {
  readonly suppliers: RegisterPlan;
  readonly supplies: SuppliesPlan;
  readonly supply_ids: readonly ReadonlyMap<number, string>[];
}

/** Pure but for new ids. */
export function planNames(
  ctx: Pick<Context, "newId">,
  files: readonly NamedByFile[],
  known: Awaited<ReturnType<typeof knownNames>>,
): NamePlan {
  const suppliers = planSuppliers(
    ctx,
    files.flatMap((file) => file.suppliers),
    known.suppliers,
  );
  let start = 0;
  const observed = files.flatMap((file) => {
    // The seller of a document is the first that it names; rows of lists have suppliers of their own.
    const supplier_id = file.suppliers.length === 1 ? (suppliers.supplier_ids[start] ?? null) : null;
    start += file.suppliers.length;
    return file.supplies.map(({ identifiers, commodity, is_advance }) => {
      return { identifiers, commodity, supplier_id, is_advance };
    });
  });
  const supplies = planSupplies(observed, known.supplies, ctx.newId);
  const ids = supplies.supply_ids.values();
  const supply_ids = files.map(
    (file) =>
      new Map(
        file.supplies.flatMap(({ line }): [number, string][] => {
          const id = ids.next().value ?? null;
          return id === null ? [] : [[line, id]];
        }),
      ),
  );
  return { suppliers, supplies, supply_ids };
}

/** The activities, each with the supply that it is about. */
export function withSupplies(
  activities: readonly NewActivity[],
  supply_ids: ReadonlyMap<number, string> | undefined,
): readonly NewActivity[] {
  if (supply_ids === undefined || supply_ids.size === 0) return activities;
  return activities.map((activity, line) => ({ ...activity, supply_id: supply_ids.get(line) ?? null }));
}

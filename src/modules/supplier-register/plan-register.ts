import type { Identifier } from "./identifier.ts";
import { observationKey, type ObservedSupplier } from "./observed-supplier.ts";

/** A supplier of the register that has an identifier. */
export interface KnownIdentifier extends Identifier {
  readonly root_id: string;
  readonly identifies: boolean;
  readonly is_removed: boolean;
  /** Whether the supplier of the root has a company's number. */
  readonly is_numbered: boolean;
}

export interface NewIdentity {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
}

export interface NewIdentifier extends Identifier {
  readonly supplier_identity_id: string;
  readonly shown: string;
  readonly identifies: boolean;
}

export interface NewMerge {
  readonly id: string;
  readonly from_id: string;
  readonly into_id: string;
  readonly because: "name" | "iban";
}

/** What is to be written so that the register knows what was observed. */
export interface RegisterPlan {
  readonly identities: readonly NewIdentity[];
  readonly identifiers: readonly NewIdentifier[];
  readonly merges: readonly NewMerge[];
  /** The supplier of each observation, in their order. */
  readonly supplier_ids: readonly string[];
}

/** Suppliers of one name that are proposed to be one with a new supplier. */
const PROPOSALS_MAX = 5;

/**
 * Tells which supplier each observation is. The same company number is the same supplier, and so is the same IBAN unless
 * their numbers say otherwise (a factor collects for many); a name alone never joins two suppliers, it proposes. What a
 * person took from a supplier is not given back to it. Pure.
 */
export function planRegister(
  observed: readonly ObservedSupplier[],
  known: readonly KnownIdentifier[],
  newId: () => string,
): RegisterPlan {
  const changes: RegisterChanges = {
    holders: new Map(),
    numbered: new Set(),
    identities: [],
    identifiers: [],
    merges: new Map(),
  };
  for (const identifier of known) {
    addHolder(changes, identifier);
    if (identifier.is_numbered) changes.numbered.add(identifier.root_id);
  }
  const ids = new Map<string, string>();
  const supplier_ids = observed.map((supplier) => {
    const key = observationKey(supplier);
    const before = ids.get(key);
    if (before !== undefined) return before;
    const id = supplierFor(changes, supplier, newId);
    ids.set(key, id);
    return id;
  });
  const { identities, identifiers, merges } = changes;
  return { identities, identifiers, merges: [...merges.values()], supplier_ids };
}

interface Holder {
  readonly root_id: string;
  readonly identifies: boolean;
  readonly is_removed: boolean;
}

interface RegisterChanges {
  readonly holders: Map<string, Holder[]>;
  /** Roots that have a company's number. */
  readonly numbered: Set<string>;
  readonly identities: NewIdentity[];
  readonly identifiers: NewIdentifier[];
  /** By the pair. */
  readonly merges: Map<string, NewMerge>;
}

function supplierFor(changes: RegisterChanges, supplier: ObservedSupplier, newId: () => string): string {
  const { number, iban, name, shown, country } = supplier;
  const byIban = holderOf(changes, iban);
  const found = supplierOf(changes, supplier, byIban);
  const id = found ?? newId();
  if (found === undefined) changes.identities.push({ id, name: shown, country });
  const isNew = { changes, id, shown };
  if (number !== null && !isKnown(changes, number, id)) {
    addIdentifier(isNew, number, true);
    changes.numbered.add(id);
  }
  if (iban !== null && !isKnown(changes, iban, id)) {
    addIdentifier(isNew, iban, byIban === undefined);
    if (byIban !== undefined) propose(changes, [id, byIban], { because: "iban", newId });
  }
  if (name !== null && !isKnown(changes, name, id)) {
    const others = othersOf(changes, name, id);
    const isBare = number === null && iban === null;
    addIdentifier(isNew, name, isBare && holderOf(changes, name) === undefined);
    for (const other of others) propose(changes, [id, other], { because: "name", newId });
  }
  return id;
}

function supplierOf(changes: RegisterChanges, { number, iban, name }: ObservedSupplier, byIban: string | undefined) {
  const byNumber = holderOf(changes, number);
  if (byNumber !== undefined) return byNumber;
  if (byIban !== undefined && (number === null || !changes.numbered.has(byIban))) return byIban;
  return number === null && iban === null ? holderOf(changes, name) : undefined;
}

/** Suppliers that have the name as well, unless both have numbers, which differ. */
function othersOf(changes: RegisterChanges, name: Identifier, id: string): string[] {
  const roots = (changes.holders.get(keyOf(name)) ?? []).filter(({ is_removed }) => !is_removed);
  return [...new Set(roots.map(({ root_id }) => root_id))]
    .filter((root) => root !== id && !(changes.numbered.has(root) && changes.numbered.has(id)))
    .slice(0, PROPOSALS_MAX);
}

/** The numbered one of two goes on, else the one that was there first. */
function propose(
  changes: RegisterChanges,
  [id, other]: readonly [string, string],
  { because, newId }: { readonly because: NewMerge["because"]; readonly newId: () => string },
): void {
  if (id === other) return;
  const [from_id, into_id] = changes.numbered.has(id) && !changes.numbered.has(other) ? [other, id] : [id, other];
  const pair = [id, other].toSorted().join(" ");
  if (!changes.merges.has(pair)) changes.merges.set(pair, { id: newId(), from_id, into_id, because });
}

function addIdentifier(
  { changes, id, shown }: { readonly changes: RegisterChanges; readonly id: string; readonly shown: string },
  identifier: Identifier,
  identifies: boolean,
): void {
  const written = identifier.kind === "name" ? shown : identifier.value;
  changes.identifiers.push({ ...identifier, supplier_identity_id: id, shown: written, identifies });
  addHolder(changes, { ...identifier, root_id: id, identifies, is_removed: false });
}

function addHolder(
  changes: RegisterChanges,
  { root_id, identifies, is_removed, ...identifier }: Identifier & Holder,
): void {
  const key = keyOf(identifier);
  const holder = { root_id, identifies, is_removed };
  const holders = changes.holders.get(key);
  if (holders === undefined) changes.holders.set(key, [holder]);
  else holders.push(holder);
}

/** The supplier that an identifier alone tells. */
function holderOf(changes: RegisterChanges, identifier: Identifier | null): string | undefined {
  if (identifier === null) return undefined;
  return changes.holders.get(keyOf(identifier))?.find(({ identifies, is_removed }) => identifies && !is_removed)
    ?.root_id;
}

function isKnown(changes: RegisterChanges, identifier: Identifier, root_id: string): boolean {
  return changes.holders.get(keyOf(identifier))?.some((holder) => holder.root_id === root_id) === true;
}

function keyOf({ kind, value }: Identifier): string {
  return `${kind} ${value}`;
}

/** Whether there is anything to write. */
export function isPlanEmpty({ identities, identifiers, merges }: RegisterPlan): boolean {
  return identities.length + identifiers.length + merges.length === 0;
}

/** Everything that observations name, each once. */
export function identifiersOf(observed: readonly ObservedSupplier[]): Identifier[] {
  const byKey = new Map<string, Identifier>();
  for (const { number, iban, name } of observed) {
    for (const identifier of [number, iban, name]) if (identifier !== null) byKey.set(keyOf(identifier), identifier);
  }
  return [...byKey.values()];
}

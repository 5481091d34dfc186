import { SUPPLY_IDENTIFIER_KINDS, type SupplyCommodity, type SupplyIdentifier } from "./supply-identifier.ts";

/** A supply as a line of a bill states it. */
export interface ObservedSupply {
  /** What names it; at most one of each kind. */
  readonly identifiers: readonly SupplyIdentifier[];
  readonly commodity: SupplyCommodity | null;
  /** The register's supplier of the bill; null: not known. */
  readonly supplier_id: string | null;
  /** Whether the line asks for an advance. */
  readonly is_advance: boolean;
}

/** A supply that has an identifier. */
export interface KnownSupply extends Pick<SupplyIdentifier, "kind" | "value"> {
  readonly supply_id: string;
  readonly commodity: SupplyCommodity | null;
  /** The supplier that stands for the supply's; null: not known. */
  readonly supplier_id: string | null;
  readonly is_removed: boolean;
  /** Whether a bill has asked for an advance. */
  readonly has_advances: boolean;
}

type Holder = Omit<KnownSupply, "has_advances">;

export interface NewSupply {
  readonly id: string;
  readonly commodity: SupplyCommodity | null;
  readonly supplier_identity_id: string | null;
}

export interface NewSupplyIdentifier extends SupplyIdentifier {
  readonly supply_id: string;
}

export interface SuppliesPlan {
  readonly supplies: readonly NewSupply[];
  readonly identifiers: readonly NewSupplyIdentifier[];
  /** The supply of each observation, in their order; null: it may be any of several. */
  readonly supply_ids: readonly (string | null)[];
  /** Supplies, new ones too, of which a bill asks for an advance for the first time. */
  readonly first_advances: readonly string[];
  /** The supplies of `supply_ids` with advances, from now or before. */
  readonly with_advances: ReadonlySet<string>;
}

/**
 * Tells which supply each observation is about. A metering point is one, whoever bills it. Without one the number of the
 * installation, then the place, then the customer's number say it, each within one supplier and commodity; where several
 * supplies have it, none is taken. What is stated beside the first of these is remembered with the supply. Pure.
 */
export function planSupplies(
  observed: readonly ObservedSupply[],
  known: readonly KnownSupply[],
  newId: () => string,
): SuppliesPlan {
  const holders = new Map<string, Holder[]>();
  const supplies: NewSupply[] = [];
  const identifiers: NewSupplyIdentifier[] = [];
  const hold = (holder: Holder): void => {
    const key = keyOf(holder);
    const all = holders.get(key);
    if (all === undefined) holders.set(key, [holder]);
    else all.push(holder);
  };
  known.forEach(hold);
  const advanced = new Set(known.filter(({ has_advances }) => has_advances).map(({ supply_id }) => supply_id));
  const first = new Set<string>();
  const supply_ids = observed.map((supply) => {
    const found = candidatesOf(supply, holders);
    if (found.length > 1) return null;
    const { commodity, supplier_id, is_advance } = supply;
    const id = found[0] ?? newId();
    if (found.length === 0) supplies.push({ id, commodity, supplier_identity_id: supplier_id });
    if (is_advance && !advanced.has(id)) first.add(id);
    for (const identifier of supply.identifiers) {
      if (holders.get(keyOf(identifier))?.some(({ supply_id }) => supply_id === id) === true) continue;
      identifiers.push({ ...identifier, supply_id: id });
      hold({ ...identifier, supply_id: id, commodity, supplier_id, is_removed: false });
    }
    return id;
  });
  const with_advances = new Set(
    supply_ids.filter((id) => id !== null).filter((id) => advanced.has(id) || first.has(id)),
  );
  return { supplies, identifiers, supply_ids, first_advances: [...first], with_advances };
}

/** The supplies that what says most of an observation names. */
function candidatesOf(supply: ObservedSupply, holders: ReadonlyMap<string, readonly Holder[]>): string[] {
  for (const kind of SUPPLY_IDENTIFIER_KINDS) {
    const stated = supply.identifiers.find((identifier) => identifier.kind === kind);
    if (stated === undefined) continue;
    const found = (holders.get(keyOf(stated)) ?? []).filter(
      (holder) => !holder.is_removed && (kind === "gsrn" || isSame(holder, supply)),
    );
    if (found.length > 0 || kind === "gsrn") return [...new Set(found.map(({ supply_id }) => supply_id))];
  }
  return [];
}

function isSame(holder: Holder, { commodity, supplier_id }: ObservedSupply): boolean {
  const isSupplier = holder.supplier_id === supplier_id;
  return isSupplier && (holder.commodity === null || commodity === null || holder.commodity === commodity);
}

function keyOf({ kind, value }: Pick<SupplyIdentifier, "kind" | "value">): string {
  return `${kind} ${value}`;
}

import { gsrnsIn } from "../../core/gsrn.ts";
import type { NewActivity } from "../activities/index.ts";
import { advanceOf, type Commodity, type ParsedDocument, type StatedSupply } from "../reading/index.ts";
import { meterIdentifier, type SupplyCommodity, type SupplyIdentifier, supplyIdentifier } from "../supplies/index.ts";
import { type ActivityDraft, isRow } from "./draft-activities.ts";

/** A line of a bill and the supply that it names. */
export interface LineSupply {
  /** Position of the line's activity. */
  readonly line: number;
  readonly identifiers: readonly SupplyIdentifier[];
  readonly commodity: SupplyCommodity | null;
  /** Whether the line asks for an advance. */
  readonly is_advance: boolean;
}

interface PreparedDocument {
  readonly document: ParsedDocument;
  readonly drafts: readonly ActivityDraft[];
  readonly activities: readonly NewActivity[];
}

/**
 * The metered supplies that the lines of a file name. A line that names none is about the only one of its document; where
 * there are several, nobody knows which. In books and bank files only a metering point in the words of a row is one.
 */
export function observedSupplies({ document, drafts, activities }: PreparedDocument): LineSupply[] {
  const { quantities, supplies = [] } = document;
  const isBill = supplies.length > 0 || quantities.length > 0;
  const own = drafts.map(({ line }) => {
    const [point] = gsrnsIn(line.description);
    if (point !== undefined) return identifiersOf({ ...NOTHING, meter: point });
    const stated = supplies.find(({ lines }) => lines?.includes(line.number) === true);
    if (stated !== undefined) return identifiersOf(stated);
    const { meter = null } = quantities.find((quantity) => quantity.lines.includes(line.number)) ?? {};
    return meter === null ? [] : identifiersOf({ ...NOTHING, meter });
  });
  const whole = identifiersOf(supplies.find(({ lines }) => lines === null) ?? NOTHING);
  const named = new Map(own.flatMap((identifiers) => identifiers.slice(0, 1).map((first) => [first.value, first])));
  // Metering points that the pages name without saying of which line.
  const unplaced = supplies
    .filter(({ lines }) => lines?.length === 0)
    .flatMap((supply) => identifiersOf(supply)[0] ?? []);
  for (const point of unplaced) named.set(point.value, point);
  // One metering point and one address or customer number on a bill are one supply.
  const only = named.size === 0 ? whole : named.size === 1 ? merged([...named.values()], whole) : [];
  return drafts.flatMap((draft, line): LineSupply[] => {
    const commodity = commodityOf(draft, activities[line], document);
    const stated = own[line] ?? [];
    const isOwn = isRow(draft) || !isBill || (stated.length > 0 && named.size > 1);
    const identifiers = isOwn ? stated : only;
    const isSupply = commodity !== null || stated.length > 0;
    if (identifiers.length === 0 || !isSupply) return [];
    // The words are looked at of supplies alone: books have thousands of other rows.
    const is_advance = advanceOf({ description: draft.line.description, amount: draft.amount }) === "advance";
    return [{ line, identifiers, commodity, is_advance }];
  });
}

const NOTHING: StatedSupply = { meter: null, address: null, customer_number: null, lines: null };

function identifiersOf({ meter, address, customer_number }: StatedSupply): SupplyIdentifier[] {
  return [
    meter === null ? null : meterIdentifier(meter),
    address === null ? null : supplyIdentifier("address", address),
    customer_number === null ? null : supplyIdentifier("customer_number", customer_number),
  ].filter((identifier) => identifier !== null);
}

/** One of each kind, the first ones first. */
function merged(first: readonly SupplyIdentifier[], more: readonly SupplyIdentifier[]): SupplyIdentifier[] {
  return [...first, ...more.filter(({ kind }) => first.every((identifier) => identifier.kind !== kind))];
}

const BY_COMMODITY: Readonly<Partial<Record<Commodity, SupplyCommodity>>> = {
  electricity: "electricity",
  natural_gas: "natural_gas",
  district_heating: "district_heating",
  water: "water",
};

const BY_CATEGORY: readonly (readonly [RegExp, SupplyCommodity])[] = [
  [/^energy\.electricity\./, "electricity"],
  [/^energy\.stationary\.natural_gas$/, "natural_gas"],
  [/^energy\.heat\.district_heating$/, "district_heating"],
  [/^purchases\.water\./, "water"],
];

/** What a line is about: what was counted on it, or what it belongs to, or how it was categorised. */
function commodityOf(
  { line, commodity }: ActivityDraft,
  activity: NewActivity | undefined,
  { quantities }: ParsedDocument,
): SupplyCommodity | null {
  const counted = quantities.find(
    (quantity) => quantity.lines.includes(line.number) || quantity.covered.includes(line.number),
  );
  const stated = BY_COMMODITY[counted?.commodity ?? commodity ?? "energy"];
  if (stated !== undefined) return stated;
  const key = activity?.split.decision.category_key ?? "";
  return BY_CATEGORY.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

import { gsrnsIn } from "../../core/gsrn.ts";
import { numberKey } from "../../core/invoice-number.ts";
import type { ParsedDocument } from "../reading/index.ts";
import type { IdentifiedDocument } from "./ledger-matches.ts";
import { isListOfPurchases } from "./purchase.ts";
import { correctedNumber, parentNumber } from "./supply.ts";

/**
 * Splits documents into rounds within which none can be another's duplicate, invoice or statement, so that a round can
 * be recorded at once. Of documents that concern each other the earlier one comes in an earlier round. A ledger or a bank
 * statement may concern any other document: it is a round of its own, between those before and those after it. Credit notes
 * come last, each in a round of its own: what they take back may have come with them.
 */
export function conflictFreeBatches<Item extends IdentifiedDocument>(items: readonly Item[]): [Item, ...Item[]][] {
  const batches: [Item, ...Item[]][] = [];
  const lastBatches = new Map<string, number>();
  const supplyBatches = new SupplyBatches();
  let lastList = -1;
  const isCredit = (item: Item): boolean => item.document.document_type === "credit_note";
  for (const item of [...items.filter((one) => !isCredit(one)), ...items.filter(isCredit)]) {
    const conflictKeys = conflictKeysOf(item);
    const isList = isListOfPurchases(item.document) || isCredit(item);
    const supplies = supplyKeys(item.document);
    const bill = {
      supplier: item.document.supplier?.identifier ?? item.document.supplier?.name ?? "",
      ...daysOf(item.document),
    };
    const afterSupply = supplyBatches.lastOfOthers(supplies, bill);
    const after = Math.max(
      lastList,
      afterSupply,
      ...conflictKeys.map((conflictKey) => lastBatches.get(conflictKey) ?? -1),
    );
    const index = isList ? batches.length : 1 + after;
    if (isList) lastList = index;
    for (const conflictKey of conflictKeys) lastBatches.set(conflictKey, index);
    supplyBatches.add(supplies, bill, index);
    const batch = batches[index];
    if (batch === undefined) batches[index] = [item];
    else batch.push(item);
  }
  return batches;
}

/** Documents that share one of these must be looked at one after the other. Wider than needed is only slower. */
function conflictKeysOf({ sha256, document, keys }: IdentifiedDocument): string[] {
  const { content_key, business_key } = keys;
  const lineNumbers =
    document.document_type === "utility_statement" ? document.lines.map((line) => line.invoice_number) : [];
  const numbers = new Set([document.invoice_number, parentNumber(document), correctedNumber(document), ...lineNumbers]);
  return [
    `bytes ${sha256}`,
    `content ${content_key}`,
    ...(business_key === null ? [] : [`invoice ${business_key}`]),
    ...[...numbers].flatMap((number) => (number === null ? [] : [`number ${numberKey(number) ?? number}`])),
  ];
}

/** Who bills a supply, and the days that are billed; ISO dates, null: not stated. */
interface Bill {
  readonly supplier: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Of each supply the last batch of each bill: those of two suppliers may count the same consumption, and those of one where days are the same. */
class SupplyBatches {
  readonly #last = new Map<string, Map<string, Bill & { readonly index: number }>>();

  lastOfOthers(supplies: ReadonlySet<string>, bill: Bill): number {
    let last = -1;
    for (const supply of supplies) {
      for (const other of this.#last.get(supply)?.values() ?? []) {
        if (other.supplier !== bill.supplier || shareDays(other, bill)) last = Math.max(last, other.index);
      }
    }
    return last;
  }

  add(supplies: ReadonlySet<string>, bill: Bill, index: number): void {
    const key = JSON.stringify([bill.supplier, bill.from, bill.to]);
    for (const supply of supplies) {
      const bills = this.#last.get(supply) ?? new Map<string, Bill & { readonly index: number }>();
      bills.set(key, { ...bill, index: Math.max(index, bills.get(key)?.index ?? -1) });
      this.#last.set(supply, bills);
    }
  }
}

function shareDays(one: Bill, other: Bill): boolean {
  // The days may be told by words, or by a rule about the supplier.
  if (one.from === null || one.to === null || other.from === null || other.to === null) return true;
  return one.from <= other.to && one.to >= other.from;
}

/** From the first to the last day of which the document bills something. */
function daysOf({ lines, quantities }: ParsedDocument): Omit<Bill, "supplier"> {
  const starts = [
    ...lines.flatMap(({ service_period_start }) => service_period_start ?? []),
    ...quantities.flatMap(({ period_start }) => period_start ?? []),
  ].toSorted();
  const ends = [
    ...lines.flatMap(({ service_period_end }) => service_period_end ?? []),
    ...quantities.flatMap(({ period_end }) => period_end ?? []),
  ].toSorted();
  return { from: starts[0] ?? null, to: ends.at(-1) ?? null };
}

/** What a bill names its supplies by, blanks left out. What it states beside its metering point joins more, never less. */
function supplyKeys({ supplies = [], quantities, lines }: ParsedDocument): Set<string> {
  const stated = supplies.flatMap(({ meter, address, customer_number }) => [meter, address, customer_number]);
  const inWords = quantities.length === 0 ? [] : lines.flatMap(({ description }) => gsrnsIn(description));
  const names = [...stated, ...quantities.map(({ meter }) => meter), ...inWords];
  return new Set(names.flatMap((name) => (name === null ? [] : name.replaceAll(/[\s.-]/g, ""))));
}

import type { Candidate } from "./decision.ts";
import type { Hit } from "./match-terms.ts";
import { familyOf } from "./refine.ts";
import { fold } from "./text.ts";

/** From this weight the text decides, and a supplier or account that says otherwise counts half. */
const TEXT_DECIDES = 2;
const CONTRADICTING = 0.5;

/** Of a petrol station or a haulier the name tells the usual purchase; which one it was, the text knows better. */
const KINDS_OF_ONE_PURCHASE = ["transport.own.", "transport.upstream."];

/** What the supplier, the account and the branch still say beside the text: half where they contradict it. */
export function besides(context: readonly Candidate[], top: Candidate | undefined): Candidate[] {
  if (top === undefined || top.weight < TEXT_DECIDES) return [...context];
  const agreed = familyOf(top.category_key);
  return context.flatMap((one) => {
    if (familyOf(one.category_key) === agreed) return [one];
    const isKind = KINDS_OF_ONE_PURCHASE.some(
      (start) => one.category_key.startsWith(start) && top.category_key.startsWith(start),
    );
    return isKind ? [] : [{ ...one, weight: one.weight * CONTRADICTING }];
  });
}

const ROAD = "transport.upstream.road";
/** Words for freight that name no means of transport. */
const ANY_FREIGHT = new Set(
  "fragt frakt freight fragttillaeg fragtgebyr fragtomkostning leveringsgebyr leveringsomkostning levering delivery".split(
    " ",
  ),
);

/** "Fragttillæg" of a parcel service or a shipping line is carried as that supplier carries; a haulier's, by road. */
export function freightOf(hits: readonly Hit[], supplier_hits: readonly Hit[]): readonly Hit[] {
  const modes = supplier_hits.filter((hit) => hit.category_key.startsWith("transport.upstream."));
  const [mode] = modes;
  if (mode === undefined || modes.some((hit) => hit.category_key === ROAD)) return hits;
  return hits.map((hit) =>
    hit.category_key === ROAD && ANY_FREIGHT.has(fold(hit.label)) ? { ...hit, category_key: mode.category_key } : hit,
  );
}

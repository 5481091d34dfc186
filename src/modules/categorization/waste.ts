import type { ReadText } from "./read-text.ts";
import type { Hit } from "./match-terms.ts";

/** Words that make a material what is thrown away. */
const DISCARDED =
  /^(?:affald|genanvend|genbrug|bortskaf|skrot|recycl|waste|kassere|udtjent|toemning|toemt|deponi|makulat|discard|scrap|disposal|avfall|abfall|entsorg|aatervinn)|affald$|avfall$|abfall$/;
/** Words of waste collection that also belong to other trades; they count when the supplier collects waste. */
const COLLECTED = /^(?:afhent|container|sorter|collect|pickup|modtag|aflever|minicontainer|vippecontainer)|container$/;

const MATERIALS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:farlig|olie|amalgam|oploesning|lithium|akkumulator|pesticid|kemi|batteri|maling|spray|hazard|chemic|medicin|kanyle)/,
    "hazardous",
  ],
  [
    /^(?:elektronik|computer|skaerm|monitor|printer|hvidevare|electronic|lysstof|bildskaerm|telefon|mobil|laptop|baerbar|harddisk|server|koeleskab|fryser|fjernsyn|pcer$|pc$|tv$|it$)/,
    "weee",
  ],
  [/^(?:mad|bio|organisk|food|organic|foedevare|frituregrease|fedtudskil|groen|have|kompost)/, "food"],
  [/^(?:pap|karton|cardboard|paper|kontorpapir|boelgepap|avis)/, "paper"],
  [/^(?:plast|folie|plastic|flamingo|pet$|pp$|pe$)/, "plastic"],
  [/^(?:jern|metal|staal|kobber|alu|messing|kabel|steel|iron|copper|rustfri)/, "metal"],
  [/^(?:glas|flaske|glass|vindue|rude)/, "glass"],
  [
    /^(?:bygge|bygning|beton|mursten|murbrok|brokker|tegl|gips|nedriv|construction|demolition|jord$|asfalt|isolering|mineraluld|rubble|klinker|tagpap)/,
    "construction",
  ],
  [/^(?:trae|palle|wood|trae|imp|spaanplade)/, "wood"],
  [/^(?:asbest|eternit)/, "residual_landfill"],
];

const WASTE_OF_MATERIAL = 5;

/**
 * A material beside a word of disposal is waste of that material ("papir ... til genanvendelse"). Needed because the
 * order of words is free and no list of phrases holds every pair.
 */
export function wasteHits(text: ReadText): Hit[] {
  const words = text.description;
  const collects = text.supplier_hits.some((hit) => hit.category_key.startsWith("waste."));
  const collected = words.filter((word) => COLLECTED.test(word.text));
  const discarded =
    words.find((word) => DISCARDED.test(word.text)) ?? (collects || collected.length > 1 ? collected[0] : undefined);
  if (discarded === undefined) return [];
  for (const [material, kind] of MATERIALS) {
    const at = words.findIndex((word) => material.test(word.text));
    const word = words[at];
    if (word === undefined) continue;
    const label = `${word.text} ... ${discarded.text}`;
    return [{ category_key: `waste.operations.${kind}`, weight: WASTE_OF_MATERIAL, label, at: 0, length: 1 }];
  }
  return [];
}

const ANY_WASTE = "waste.operations.residual_incineration";
const ANY_WASTE_WEIGHT = 0.5;

/** Both together: where a material is named, "affald" and "container" say only that it is waste, not which. */
export function withoutAnyWaste(hits: readonly Hit[], ofMaterial: readonly Hit[]): Hit[] {
  if (ofMaterial.length === 0) return [...hits];
  const rest = hits.map((hit) =>
    hit.category_key === ANY_WASTE ? { ...hit, weight: hit.weight * ANY_WASTE_WEIGHT } : hit,
  );
  return [...rest, ...ofMaterial];
}

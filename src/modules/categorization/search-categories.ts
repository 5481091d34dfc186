import type { EmissionCategory } from "../../core/catalog.ts";
import { type Hit, matchTerms } from "./match-terms.ts";
import { START, type Term, type TermIndex } from "./term-index.ts";
import { fold, INFLECTIONS, tokens } from "./text.ts";

/** How well a category answers words: a lower place is better, and of one place the heavier. */
interface Found {
  readonly place: (typeof PLACES)[keyof typeof PLACES];
  /** Of a place by goods: what the categorizer gives the words. */
  readonly weight: number;
}

const PLACES = {
  name_begins: 0,
  word_begins: 1,
  /** "olie" of "Fyringsolie". */
  word_ends: 2,
  names_goods: 3,
  begins_goods: 4,
  /** By accident, mostly: "kaffe" of "bortskaffelse". */
  name_contains: 5,
  has_goods_in_it: 6,
} as const;

/**
 * The categories that words name, best first: those whose Danish or English name begins with them, then those whose name or key has
 * words that begin or end with them; then those of the goods that the words are, as the lexicon weighs them for invoice lines, and of goods
 * whose word begins with the last one, which may still be typed; then those whose name or key contains them, or of goods that are a part of a
 * word. Equals keep the order in which they are given; words without a letter or digit find nothing.
 */
export function searchCategories(
  categories: readonly EmissionCategory[],
  words: string,
  lexicon: TermIndex,
): EmissionCategory[] {
  const goods = [...namedGoods(words, lexicon), begunGoods(words, lexicon)];
  return categories
    .flatMap((category) => {
      const places = [byName(category, words), ...goods.map((one) => placeIn(one, category.key))];
      const [best] = places.flatMap((found) => found ?? []).toSorted((a, b) => a.place - b.place);
      return best === undefined ? [] : [{ category, ...best }];
    })
    .toSorted((a, b) => a.place - b.place || b.weight - a.weight)
    .map(({ category }) => category);
}

function placeIn({ place, weights }: Goods, category_key: string): Found | undefined {
  const weight = weights.get(category_key);
  return weight === undefined ? undefined : { place, weight };
}

function byName({ name_da, name_en, key }: EmissionCategory, words: string): Found | undefined {
  const typed = fold(words).match(WORDS) ?? [];
  if (typed.length === 0) return undefined;
  const names = [name_da, name_en].map((name) => fold(name));
  const found = (place: Found["place"]): Found => ({ place, weight: 0 });
  const whole = fold(words).trim();
  if (names.some((name) => name.startsWith(whole))) return found(PLACES.name_begins);
  const text = [...names, key].join(" ");
  if (!typed.every((word) => text.includes(word))) return undefined;
  const parts = text.match(WORDS) ?? [];
  if (typed.every((word) => parts.some((part) => part.startsWith(word)))) return found(PLACES.word_begins);
  const isAtEdges = typed.every((word) => parts.some((part) => part.startsWith(word) || part.endsWith(word)));
  return found(isAtEdges ? PLACES.word_ends : PLACES.name_contains);
}

const WORDS = /[a-z0-9]+/g;

/** What goods say: for each category the heaviest word. */
interface Goods {
  readonly place: Found["place"];
  readonly weights: ReadonlyMap<string, number>;
}

/** Goods that stand in the words as the categorizer reads a line: as words of their own, or in compounds ("gulvmaling"). */
function namedGoods(words: string, lexicon: TermIndex): readonly Goods[] {
  const typed = tokens(words);
  const isWhole = ({ label, at, length }: Hit): boolean => {
    const [term] = tokens(label);
    const word = typed[at]?.text ?? "";
    return length > 1 || (term !== undefined && word.startsWith(term.text) && isEnding(word.slice(term.text.length)));
  };
  const hits = matchTerms(lexicon, typed);
  return [
    { place: PLACES.names_goods, weights: heaviest(hits.filter(isWhole)) },
    { place: PLACES.has_goods_in_it, weights: heaviest(hits) },
  ];
}

const isEnding = (text: string): boolean => text === "" || INFLECTIONS.has(text);

/** Goods whose word the last one begins, or whose first words all of them begin; the more of it is typed, the heavier. */
function begunGoods(words: string, lexicon: TermIndex): Goods {
  const typed = tokens(words).map(({ text }) => text);
  const last = typed.at(-1) ?? "";
  const begun: Pick<Term, "category_key" | "weight">[] = [];
  const add = (whole: string, part: string, terms: readonly Term[]): void => {
    if (part.length < START || !whole.startsWith(part)) return;
    const share = part.length / whole.length;
    begun.push(...terms.map(({ category_key, weight }) => ({ category_key, weight: weight * share })));
  };
  for (const [word, terms] of lexicon.words) add(word, last, terms);
  for (const phrase of [...lexicon.phrases.values()].flat()) add(phrase.words.join(" "), typed.join(" "), [phrase]);
  return { place: PLACES.begins_goods, weights: heaviest(begun) };
}

function heaviest(hits: readonly Pick<Term, "category_key" | "weight">[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { category_key, weight } of hits)
    weights.set(category_key, Math.max(weight, weights.get(category_key) ?? 0));
  return weights;
}

import { z } from "zod";
import type { TextPair } from "./catalog-texts.ts";

const sides = { da: z.string(), en: z.string() };

const file = z.strictObject({
  /** Where a text of one language says the term, the text of the other says its term as well. Expressions over words in lower case. */
  terms: z.array(z.strictObject({ ...sides, except: z.array(z.string()).optional() })),
  /** Words that no text of the language has, with what is said instead. */
  banned: z.array(z.strictObject({ language: z.enum(["da", "en"]), word: z.string(), instead: z.string() })),
});

type Language = "da" | "en";

export interface Terms {
  readonly terms: readonly {
    readonly da: RegExp;
    readonly en: RegExp;
    readonly text: string;
    readonly except: ReadonlySet<string>;
  }[];
  readonly banned: readonly { readonly language: Language; readonly pattern: RegExp; readonly instead: string }[];
}

/** @throws ZodError, or SyntaxError for what is no JSON or no expression */
export function readTerms(json: string): Terms {
  const { terms, banned } = file.parse(JSON.parse(json));
  return {
    terms: terms.map(({ da, en, except = [] }) => ({
      da: words(da),
      en: words(en),
      text: `${en} / ${da}`,
      except: new Set(except),
    })),
    banned: banned.map(({ language, word, instead }) => ({ language, pattern: words(word), instead })),
  };
}

/** Danish words are compounds and inflected: an expression says itself with \p{L}* how far it reaches. */
function words(expression: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${expression})(?![\p{L}\d])`, "iu");
}

/** What is wrong with the texts, one sentence each. */
export function findTerms({ terms, banned }: Terms, pairs: readonly TextPair[]): string[] {
  return pairs.flatMap((pair) => {
    const { path, da, en } = pair;
    const missing = [da === "" ? "Danish" : "", en === "" ? "English" : ""].filter((side) => side !== "");
    if (missing.length === 1) return [`${path}: has no ${missing[0]} text`];
    return [
      ...banned.flatMap(({ language, pattern, instead }) => {
        const word = pattern.exec(pair[language])?.[0];
        return word === undefined ? [] : [`${path} (${language}) "${word}": say ${instead}`];
      }),
      ...terms.flatMap((term) => {
        if (term.except.has(path) || term.da.test(da) === term.en.test(en)) return [];
        return [`${path}: "${da}" and "${en}" do not both say ${term.text}`];
      }),
    ];
  });
}

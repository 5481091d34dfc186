import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../app/call.ts";
import { everyItem } from "../../app/every-item.ts";
import { useFormats } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Category = Operations["list_emission_categories"]["output"]["items"][number];

/** Categories of the lowest level, by name. */
export function useCategories(company: string) {
  return useQuery({
    queryKey: ["categories", company],
    queryFn: async () => {
      const categories = await everyItem((cursor) =>
        call(company, "list_emission_categories", { limit: 200, ...cursor }),
      );
      return categories.filter(({ level, key }) => level === 3 && !key.startsWith("unclassified."));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The name of a category in the reader's language; its key until the names are there. */
export function useCategoryName(company: string): (key: string) => string {
  const { data } = useCategories(company);
  const { language } = useFormats();
  return (key) => {
    const found = data?.find((category) => category.key === key);
    return found === undefined ? key : language === "da" ? found.name_da : found.name_en;
  };
}

/** How long somebody has paused when the service is asked. */
const PAUSE_MS = 250;
/** Shorter words are no goods, and longer texts no words that the service reads. */
const WORDS = { min: 2, max: 120 };
const NO_KEYS: readonly string[] = [];

/**
 * Keys of the categories that the service finds for words, best first: by names and by what is bought ("AdBlue"). None where it was
 * not asked yet or cannot be reached; `isAsking` until it has answered for these words.
 */
export function useFoundCategories(company: string, words: string): FoundCategories {
  const [asked, ask] = useState("");
  useEffect(() => {
    const pause = setTimeout(() => ask(words), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [words]);
  const isAsked = words.length >= WORDS.min && words.length <= WORDS.max;
  const isCurrent = isAsked && asked === words;
  const { data, fetchStatus } = useQuery({
    queryKey: ["categories", company, asked],
    queryFn: async () => {
      const found = await call(company, "list_emission_categories", { level: 3, q: asked, limit: 20 });
      return found.items.map(({ key }) => key);
    },
    enabled: isCurrent,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    keys: (isCurrent ? data : undefined) ?? NO_KEYS,
    isAsking: isAsked && (!isCurrent || fetchStatus === "fetching"),
  };
}

interface FoundCategories {
  readonly keys: readonly string[];
  readonly isAsking: boolean;
}

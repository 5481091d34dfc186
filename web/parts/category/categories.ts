import { useQuery } from "@tanstack/react-query";
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

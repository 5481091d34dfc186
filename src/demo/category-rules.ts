import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { createCategoryRule } from "../modules/categorization/create-category-rule.ts";
import { listCategoryRules } from "../modules/categorization/list-category-rules.ts";

/**
 * What the demo company taught the service: its oak and its plywood are materials, whatever else "planker" and "plader" may mean, and
 * its travel agency sells trains as well.
 */
const RULES = [
  { text_contains: "birkefiner", category_key: "purchases.materials.wood" },
  { text_contains: "egetræ", category_key: "purchases.materials.wood" },
  { text_contains: "togrejser", category_key: "transport.travel.rail" },
];

const rules = z.object({ items: z.array(z.object({ text_contains: z.union([z.string(), z.null()]) })) });

/** Makes the demo company's rules in the context's environment, unless they are there; before the documents. */
export async function loadCategoryRules(ctx: Context): Promise<void> {
  const { items } = rules.parse(await invoke(listCategoryRules, ctx, {}));
  for (const rule of RULES) {
    if (!items.some(({ text_contains }) => text_contains === rule.text_contains)) {
      await invoke(createCategoryRule, ctx, rule);
    }
  }
}

import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { createCategoryRule } from "../modules/categorization/create-category-rule.ts";
import { listCategoryRules } from "../modules/categorization/list-category-rules.ts";

/** What the demo company taught the service: its plywood is a material, whatever else "plader" may mean. */
const RULE = { text_contains: "birkefiner", category_key: "purchases.materials.wood" };

const rules = z.object({ items: z.array(z.object({ text_contains: z.union([z.string(), z.null()]) })) });

/** Makes the demo company's rule in the context's environment, unless it is there; before the documents. */
export async function loadCategoryRules(ctx: Context): Promise<void> {
  const { items } = rules.parse(await invoke(listCategoryRules, ctx, {}));
  if (!items.some(({ text_contains }) => text_contains === RULE.text_contains)) {
    await invoke(createCategoryRule, ctx, RULE);
  }
}

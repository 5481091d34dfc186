import { categoryModel, type CategoryModel, type ModelResult } from "./platform/category-model.ts";
import type { Service } from "./service.ts";

/** The operator's language model, with counts of its answers. */
export interface CountedModel extends CategoryModel {
  /** Lines for the metrics, in the exposition format. */
  metrics(): readonly string[];
}

/** Null: the operator named none. Its troubles are logged, once per pause. */
export function openCategoryModel({ config, log }: Pick<Service, "config" | "log">): CountedModel | null {
  if (config.category_model === undefined) return null;
  const { name } = config.category_model;
  const counts: Record<ModelResult, number> = { answered: 0, useless: 0, failed: 0 };
  const model = categoryModel(config.category_model, {
    onResult: (result) => {
      counts[result] += 1;
    },
    onTrouble: (trouble) => log.warn({ model: name, ...trouble }, "the language model suggests nothing"),
  });
  return {
    ...model,
    metrics: () => [
      "# HELP carbon_ledger_category_model_requests_total Questions to the language model, by what came of them.",
      "# TYPE carbon_ledger_category_model_requests_total counter",
      ...Object.entries(counts).map(
        ([result, count]) => `carbon_ledger_category_model_requests_total{result="${result}"} ${count}`,
      ),
    ],
  };
}

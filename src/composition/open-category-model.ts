import { categoryModel, type CategoryModel, type ModelResult } from "../platform/model/category-model.ts";
import type { Service } from "./service.ts";

const RESULTS: readonly ModelResult[] = ["answered", "useless", "failed"];

/** Null: the operator named none. Its answers are counted, its troubles logged, once per pause. */
export function openCategoryModel({
  config,
  log,
  metrics,
}: Pick<Service, "config" | "log" | "metrics">): CategoryModel | null {
  if (config.category_model === undefined) return null;
  const { name } = config.category_model;
  for (const result of RESULTS) metrics.work.modelAnswered(result, 0);
  return categoryModel(config.category_model, {
    onResult: (result) => metrics.work.modelAnswered(result),
    onTrouble: (trouble) => log.warn({ model: name, ...trouble }, "the language model suggests nothing"),
  });
}

export { addCategoryRule } from "./create-category-rule.ts";
export { removeCategoryRule } from "./delete-category-rule.ts";
export { supplierBranch } from "./branch.ts";
export { type CompaniesDecisions, supplierCvr, withCompanies } from "./companies.ts";
export { categorize, DECIDES_ALONE } from "./categorize.ts";
export type { Candidate, CategorizationInput, Decision } from "./decision.ts";
export {
  cleaned,
  type LineInQuestion,
  LINES_IN_QUESTION_MAX,
  modelQuestion,
  readModelAnswer,
} from "./model-question.ts";
export { type ModelSuggestion, withModelSuggestion } from "./model-suggestion.ts";
export { NO_KNOWLEDGE, sharedKnowledge, type TenantKnowledge } from "./knowledge.ts";
export { loadTenantKnowledge, rememberCategory, restoreCategory } from "./store.ts";
export { recallChoice } from "./line-memory.ts";
export { loadCompaniesDecisions } from "./store-companies.ts";
export { rememberLine, restoreLine } from "./store-line-memory.ts";
export { learnDecision } from "./store-training.ts";
export { priceAreaWords } from "./refine.ts";
export { supplierKey } from "./supplier-key.ts";
export { isContradicted } from "./contradictions.ts";
export { type CategorizationTables, categorizationTables, NOT_RELEVANT_KEY, PENDING_KEY } from "./term-tables.ts";
export { learnVocabulary, type Vocabulary } from "./vocabulary.ts";
export type { RememberedBefore } from "./remembered-before.ts";
export { ACCEPTED_FROM } from "./confidence.ts";

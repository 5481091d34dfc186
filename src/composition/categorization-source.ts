import { type CategorizationTables, categorizationTables, learnVocabulary } from "../modules/categorization/index.ts";
import { ConfigError } from "../platform/config/config.ts";
import { readProcurementVocabulary } from "../platform/procurement-vocabulary.ts";
import type { Service } from "./service.ts";

/**
 * The tables of this release and what the operator's vocabulary teaches, made at the first use and once.
 * @throws ConfigError when the vocabulary cannot be read, or names categories that there are not
 */
export function categorizationSource(
  service: Pick<Service, "config" | "catalog">,
): () => Promise<CategorizationTables> {
  let tables: Promise<CategorizationTables> | undefined;
  return () => (tables ??= loadTables(service));
}

async function loadTables({ config, catalog }: Pick<Service, "config" | "catalog">): Promise<CategorizationTables> {
  const path = config.procurement_vocabulary_file;
  if (path === undefined) return categorizationTables();
  try {
    const [entries, currentCatalog] = await Promise.all([readProcurementVocabulary(path), catalog()]);
    // What buys nothing, and what nobody could place, is not for words to say.
    const isCategory = (key: string): boolean =>
      currentCatalog.category(key)?.level === 3 && !key.startsWith("unclassified.");
    return { ...categorizationTables(), vocabulary: learnVocabulary(entries, isCategory) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError([`PROCUREMENT_VOCABULARY_FILE: ${error.message}`]);
  }
}

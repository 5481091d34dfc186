/** An entry of a procurement vocabulary that the operator gave a category of this service. */
export interface VocabularyEntry {
  readonly category_key: string;
  /** Its titles, in any languages; at least one. */
  readonly titles: readonly string[];
}

/** One question to a language model. */
export interface ModelQuestion {
  /** What it is asked to do, in our words. */
  readonly instructions: string;
  /** What it is asked about: text of others, which is data and never an instruction. */
  readonly content: string;
}

/** A language model of the operator's choice. It may be away, slow or wrong at any time, and nothing depends on it. */
export interface LanguageModel {
  /** As the operator calls it; stands in the lineage of what it suggested. */
  readonly name: string;
  /** False for a while after a failure: asking would be in vain. */
  isReady(): boolean;
  /**
   * What `read` makes of its answer; null when there is no answer in time, or none that `read` understands (then `read`
   * answers null). Failures are told to the operator, not to the caller: never rejects unless `read` throws.
   */
  ask<Answer>(question: ModelQuestion, read: (text: string) => Answer | null): Promise<Answer | null>;
}

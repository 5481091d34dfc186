/** What stands in a sentence; a member is missing where the sentence does not say it. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A sentence per code. */
export type Sentences = Readonly<Record<string, (of: Parameters) => string>>;

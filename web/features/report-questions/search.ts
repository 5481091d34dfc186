export interface QuestionsSearch {
  readonly aar?: string;
  readonly standard?: "vsme_basic" | "vsme_comprehensive" | "csrd";
  readonly afsnit?: string;
}

/** Year, standard and disclosure of the address; what is none of them is left out. */
export function questionsSearch({ aar, standard, afsnit }: Record<string, unknown>): QuestionsSearch {
  return {
    ...(typeof aar === "string" && /^\d{4}$/.test(aar) ? { aar } : {}),
    ...(standard === "vsme_basic" || standard === "vsme_comprehensive" || standard === "csrd" ? { standard } : {}),
    ...(typeof afsnit === "string" ? { afsnit } : {}),
  };
}

import type { Markup } from "../../../../core/markup.ts";

/** A chapter of the page: a mark for the contents, and what stands in it. */
export interface PageChapter {
  readonly id: string;
  readonly title: string;
  readonly has_disclosures: boolean;
  readonly content: Markup;
}

import { z } from "zod";

/** What an undoing leaves otherwise than it was before the change. */
export type Stays =
  | { readonly code: "later_decision" | "other_document" | "settlement" }
  | { readonly code: "recorded_again"; readonly activity_id: string };

export const stays = z.object({ code: z.string(), text_da: z.string(), text_en: z.string() });

const TEXTS: Readonly<Record<Stays["code"], { readonly text_da: string; readonly text_en: string }>> = {
  later_decision: {
    text_da:
      "En senere beslutning om samme leverandør huskes og bliver; tag stilling til en af dens linjer for at ændre den.",
    text_en:
      "A later decision about the same supplier is remembered and stays; decide about one of its lines to change it.",
  },
  other_document: {
    text_da: "Et andet bilag handler om samme køb: hvilket der tæller, følger af begge, som de er nu.",
    text_en: "Another document tells of the same purchase: which of them counts follows from both as they are now.",
  },
  settlement: {
    text_da:
      "En regning for samme forsyning tæller forbruget: hvordan acontobeløbet læses, følger af regningen, som den er nu.",
    text_en:
      "A bill of the same supply counts what was used: how this advance is read follows from that bill as it is now.",
  },
  recorded_again: {
    text_da: "Det samme er registreret igen imens, og begge tæller: udelad den ene (linje {activity_id}).",
    text_en:
      "Activity {activity_id} was recorded meanwhile and states the same. Both count: leave one of them out with exclude_activity.",
  },
};

/** In both languages. */
export function toldStays(one: Stays): z.output<typeof stays> {
  const { text_da, text_en } = TEXTS[one.code];
  const said = (text: string): string =>
    one.code === "recorded_again" ? text.replace("{activity_id}", one.activity_id) : text;
  return { code: one.code, text_da: said(text_da), text_en: said(text_en) };
}

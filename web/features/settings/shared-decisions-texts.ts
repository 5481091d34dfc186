/** Statistics across companies: what is shared, in plain words, before anybody agrees. */
export const SHARED_DECISIONS_TEXTS = {
  da: {
    title: "Statistik på tværs af virksomheder",
    shared:
      "Deles: hvilke kategorier jeres folk har valgt for leverandører med CVR-nummer. Aldrig beløb, tekster, bilag eller jeres navn. I får forslag, når mindst tre andre virksomheder har valgt det samme.",
    on: "Slået til",
    off: "Slået fra: intet deles",
    turn_on: "Slå til",
    turn_off: "Slå fra",
  },
  en: {
    title: "Statistics across companies",
    shared:
      "Shared: which categories your people decided for suppliers with a CVR number. Never amounts, texts, documents or your name. You get suggestions where at least three other companies decided the same.",
    on: "On",
    off: "Off: nothing is shared",
    turn_on: "Turn on",
    turn_off: "Turn off",
  },
};

/** Suppliers that may be one. */
export const MERGES_TEXTS = {
  da: {
    title: "Måske samme leverandør",
    hint: "Bilagene nævner dem med samme navn eller konto. Er de én, har de én konto, og det, der er lært om den ene, gælder for begge.",
    merged: "Lagt sammen",
    merged_hint: "Fortryd, hvis de alligevel er to: hver får sit igen.",
    pair: (from: string, into: string) => `${from} og ${into}`,
    because: { name: "samme navn", iban: "samme konto", person: "foreslået af en person" },
    choices: { accept: "Læg sammen", dismiss: "De er to", undo: "Fortryd" },
    hints: {
      accept: "Den sidste står for begge fra nu af.",
      dismiss: "De foreslås ikke igen.",
      undo: "Hver har igen, hvad der var dens eget.",
    },
    reason: "Begrundelse",
    not_done: "Beslutningen blev ikke gemt.",
  },
  en: {
    title: "Perhaps the same supplier",
    hint: "Documents name them by the same name or account. If they are one they have one account, and what was taught about one holds for both.",
    merged: "Merged",
    merged_hint: "Undo it if they are two after all: each gets its own back.",
    pair: (from: string, into: string) => `${from} and ${into}`,
    because: { name: "the same name", iban: "the same account", person: "proposed by a person" },
    choices: { accept: "Merge", dismiss: "They are two", undo: "Undo" },
    hints: {
      accept: "The last one stands for both from now on.",
      dismiss: "They are not proposed again.",
      undo: "Each has again what was its own.",
    },
    reason: "Reason",
    not_done: "The decision was not kept.",
  },
};

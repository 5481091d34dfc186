export const NONE_TEXTS = {
  da: {
    nothing_here: "Her er intet",
    why: "Hvorfor er der intet? Revisoren kan se det.",
    take_back: "Tag svaret tilbage",
    why_back: "Hvorfor gælder svaret ikke mere?",
    not_answered: "Svaret blev ikke gemt.",
    category: (number: number) => `Scope 3, kategori ${number}`,
    days: (from: string, to: string) => `regnskabsåret ${from} – ${to}`,
    all_known: (year: string) => `Intet er ukendt i ${year}`,
  },
  en: {
    nothing_here: "There is nothing",
    why: "Why is there nothing? The auditor sees it.",
    take_back: "Take the answer back",
    why_back: "Why does the answer hold no longer?",
    not_answered: "The answer was not saved.",
    category: (number: number) => `Scope 3, category ${number}`,
    days: (from: string, to: string) => `financial year ${from} – ${to}`,
    all_known: (year: string) => `Nothing is unknown in ${year}`,
  },
};

export const EFFECT_TEXTS = {
  da: {
    moves: (kg: string) => `Det ændrer ${kg} CO2e.`,
    moves_nothing: "Det ændrer ingen tal.",
    year: (year: string, before: string, after: string) => `${year}: linjen går fra ${before} til ${after},`,
    total: (before: string, after: string) => `virksomheden fra ${before} til ${after}.`,
    would_wait: "Linjen kan ikke tælles sådan og kommer til at vente på en afgørelse.",
    closed: "Året er lukket: ændringen tæller, når året rettes under Indstillinger.",
    moves_between: "Det flytter tal mellem år; tilsammen er de de samme.",
    affected: (count: string) => `${count} ${count === "1" ? "linje" : "linjer"} mere tæller anderledes bagefter.`,
  },
  en: {
    moves: (kg: string) => `It changes ${kg} CO2e.`,
    moves_nothing: "It changes no figures.",
    year: (year: string, before: string, after: string) => `${year}: the line goes from ${before} to ${after},`,
    total: (before: string, after: string) => `the company from ${before} to ${after}.`,
    would_wait: "The line cannot be counted like this and will wait for a decision.",
    closed: "The year is closed: the change counts when the year is restated in Settings.",
    moves_between: "It moves figures between years; together they are the same.",
    affected: (count: string) => `${count} more ${count === "1" ? "line counts" : "lines count"} otherwise afterwards.`,
  },
};

import type { HappeningKind } from "../../parts/happening/queries.ts";

type Kinds = Readonly<Record<HappeningKind, string>>;

export const HISTORY_TEXTS = {
  da: {
    title: "Historik",
    intro: "Hvad mennesker, nøgler, assistenter og systemet har gjort i virksomheden, nyeste først.",
    kind: "Slags",
    every: "Alle",
    kinds: {
      documents: "Bilag",
      lines: "Linjer og afgørelser",
      suppliers: "Leverandører og målere",
      factors: "Faktorer, regler og elaftaler",
      reports: "Rapporter og regnskabsår",
      targets: "Mål og tiltag",
      company: "Virksomhed og datakilder",
      access: "Adgang",
    } satisfies Kinds as Kinds,
    who: (name: string) => `Kun ${name}`,
    everybody: "Vis alle",
    none: "Der er ikke sket noget endnu.",
    none_left: "Intet passer til valget.",
  },
  en: {
    title: "History",
    intro: "What people, keys, assistants and the service did in the company, newest first.",
    kind: "Kind",
    every: "All",
    kinds: {
      documents: "Documents",
      lines: "Lines and decisions",
      suppliers: "Suppliers and meters",
      factors: "Factors, rules and energy contracts",
      reports: "Reports and financial years",
      targets: "Targets and tiltag",
      company: "Company and data sources",
      access: "Access",
    } satisfies Kinds as Kinds,
    who: (name: string) => `Only ${name}`,
    everybody: "Show everybody",
    none: "Nothing has happened yet.",
    none_left: "Nothing fits the choice.",
  },
};

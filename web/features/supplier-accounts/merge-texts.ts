import type { Choice, Merge } from "./queries.ts";

type Choices = Readonly<Record<Choice, string>>;
type Reasons = Readonly<Record<Merge["because"], string>>;
type Words = Readonly<Record<string, string>>;

/** Two suppliers that may be one. */
export const MERGE_TEXTS = {
  da: {
    none: "Ingen foreslås lagt sammen.",
    decided: "Afgjorte",
    because: {
      name: "Samme navn på bilag",
      iban: "Samme konto på bilag",
      person: "Foreslået af en person",
    } satisfies Reasons as Reasons,
    purchases: (count: string) => `${count} køb`,
    choices: { accept: "Læg sammen", dismiss: "Hold adskilt", undo: "Fortryd" } satisfies Choices as Choices,
    one: (stays: string) =>
      `${stays} står for begge. Kategorier, der er valgt for den ene, gælder også for den anden. Det kan fortrydes.`,
    said: { accepted: "Lagt sammen", dismissed: "Holdt adskilt", undone: "Sammenlægning fortrudt" } as Words,
    by: "af",
    and: "og",
    reason: "Begrundelse (valgfri)",
    not_done: "Beslutningen blev ikke gemt.",
    refusals: { merged: "De to er allerede én leverandør." } as Words,
    with: "Læg sammen med …",
  },
  en: {
    none: "None are proposed to be merged.",
    decided: "Decided",
    because: {
      name: "Same name on documents",
      iban: "Same account on documents",
      person: "Proposed by a person",
    } satisfies Reasons as Reasons,
    purchases: (count: string) => `${count} purchase${count === "1" ? "" : "s"}`,
    choices: { accept: "Merge", dismiss: "Keep apart", undo: "Undo" } satisfies Choices as Choices,
    one: (stays: string) =>
      `${stays} stands for both. Categories chosen for one hold for the other too. It can be undone.`,
    said: { accepted: "Merged", dismissed: "Kept apart", undone: "Merge undone" } as Words,
    by: "by",
    and: "and",
    reason: "Reason (optional)",
    not_done: "The decision was not kept.",
    refusals: { merged: "The two are one supplier already." } as Words,
    with: "Merge with …",
  },
};

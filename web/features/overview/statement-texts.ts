export const STATEMENT_TEXTS = {
  da: {
    complete: "Tallet er fuldstændigt",
    not_complete: "Tallet er ikke fuldstændigt",
    data: "Data",
    months: (known: string, begun: string) => `${known} af ${begun} måneder har data`,
    lacking: (months: string) => `Uden data: ${months}`,
    waiting: "Venter på en afgørelse",
    no_lines: (year: number) => `Ingen linjer i ${year}`,
    lines: (lines: string, documents: string) => `${lines} ${lines === "1" ? "linje" : "linjer"} i ${documents} bilag`,
    about: (kg: string) => `omkring ${kg}`,
    without_estimate: (lines: string) => `${lines} kan ikke beregnes`,
    all_years: (lines: string) => `${lines} ${lines === "1" ? "linje" : "linjer"} i alle år.`,
    review: "Gå til gennemgang",
    files: (files: string) =>
      files === "1"
        ? "1 bilag venter på, at nogen siger, hvad det indeholder."
        : `${files} bilag venter på, at nogen siger, hvad de indeholder.`,
    answer: "Se bilagene",
    unknown: "Ukendt",
    nothing: "Intet",
    categories: (count: string) => `${count} af de 15 kategorier i scope 3`,
    answer_unknown: "Svar på, om der er noget",
    reason: "Intet er bogført dér. Det siger ikke, at der ikke er udledt noget.",
    none: "Intet, ifølge svar",
    of_scope3: (numbers: string) => `Scope 3, ${numbers.includes(",") ? "kategorier" : "kategori"} ${numbers}`,
    contradicted: "Modsagte svar",
    contradiction: (year: number, place: string, entries: string) =>
      `${place}: intet i ${year} ifølge svar, men bogførte udledninger: ${entries}.`,
    closed: "Lukkede år",
    pending_restatement: (changes: string, kg: string) =>
      `${changes} ${changes === "1" ? "ændring" : "ændringer"} venter: et lukket år ville ændre sig med ${kg}, hvis det rettes.`,
    restate: "Se regnskabsårene",
  },
  en: {
    complete: "The total is complete",
    not_complete: "The total is not complete",
    data: "Data",
    months: (known: string, begun: string) => `${known} of ${begun} months have data`,
    lacking: (months: string) => `Without data: ${months}`,
    waiting: "Waiting for a decision",
    no_lines: (year: number) => `No lines in ${year}`,
    lines: (lines: string, documents: string) =>
      `${lines} ${lines === "1" ? "line" : "lines"} in ${documents} ${documents === "1" ? "document" : "documents"}`,
    about: (kg: string) => `about ${kg}`,
    without_estimate: (lines: string) => `${lines} cannot be calculated`,
    all_years: (lines: string) => `${lines} ${lines === "1" ? "line" : "lines"} in all years.`,
    review: "Go to review",
    files: (files: string) =>
      files === "1"
        ? "1 document waits until somebody says what it holds."
        : `${files} documents wait until somebody says what they hold.`,
    answer: "See the documents",
    unknown: "Unknown",
    nothing: "Nothing",
    categories: (count: string) => `${count} of the 15 categories of scope 3`,
    answer_unknown: "Answer whether there is anything",
    reason: "Nothing is booked there, which does not say that nothing was emitted.",
    none: "Nothing, by answer",
    of_scope3: (numbers: string) => `Scope 3, ${numbers.includes(",") ? "categories" : "category"} ${numbers}`,
    contradicted: "Contradicted answers",
    contradiction: (year: number, place: string, entries: string) =>
      `${place}: nothing in ${year} by answer, but booked emissions: ${entries}.`,
    closed: "Closed years",
    pending_restatement: (changes: string, kg: string) =>
      `${changes} ${changes === "1" ? "change waits" : "changes wait"}: a closed year would change by ${kg} if it is restated.`,
    restate: "See the financial years",
  },
};

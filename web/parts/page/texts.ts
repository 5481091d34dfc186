export const PAGE_TEXTS = {
  da: {
    page: (page: string, count: string) => `Side ${page} af ${count}`,
    picture: (name: string, page: string) => `${name}, side ${page}`,
    lit: "Linjen er markeret på siden.",
    not_lit: "Linjen kunne ikke findes på siden.",
    no_text: "Siden er et billede, så linjen kan ikke markeres.",
    unreadable: "Siderne kan ikke vises.",
    earlier: "Forrige side",
    later: "Næste side",
    original: "Åbn originalen",
  },
  en: {
    page: (page: string, count: string) => `Page ${page} of ${count}`,
    picture: (name: string, page: string) => `${name}, page ${page}`,
    lit: "The line is marked on the page.",
    not_lit: "The line was not found on the page.",
    no_text: "The page is a picture, so the line cannot be marked.",
    unreadable: "The pages cannot be shown.",
    earlier: "Previous page",
    later: "Next page",
    original: "Open the original",
  },
};

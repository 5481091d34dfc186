/** The screens of a company in the order of the menu, with their addresses. */
export const SCREENS = [
  ["overview", "/$company"],
  ["review", "/$company/gennemgang"],
  ["upload", "/$company/indlaes"],
  ["records", "/$company/registrer"],
  ["emissions", "/$company/udledninger"],
  ["documents", "/$company/bilag"],
  ["suppliers", "/$company/leverandoerer"],
  ["factors", "/$company/faktorer"],
  ["energy", "/$company/elaftaler"],
  ["reports", "/$company/rapporter"],
  ["history", "/$company/historik"],
  ["settings", "/$company/indstillinger"],
] as const;

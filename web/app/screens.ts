import type { Scope } from "../../src/core/scopes.ts";

/** The screens of a company in the order of the menu, with their addresses. */
const SCREENS = [
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

/** Name and address. */
export type Screen = (typeof SCREENS)[number];

/** What a screen needs to be of any use; the others have something for every role. */
const NEEDED: Readonly<Partial<Record<Screen[0], Scope>>> = {
  review: "activities:write",
  upload: "activities:bulk",
  records: "activities:write",
  history: "audit:read",
};

/** The screens that somebody with these scopes is offered; the address of another one says that the role may not. */
export function screensFor(scopes: readonly Scope[]): readonly Screen[] {
  return SCREENS.filter(([name]) => {
    const needed = NEEDED[name];
    return needed === undefined || scopes.includes(needed);
  });
}

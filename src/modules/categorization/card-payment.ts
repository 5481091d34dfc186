import type { Token } from "./text.ts";

/** Words by which banks say that a card paid, before the name of who was paid. */
const CARD_PAYMENT =
  /^(?:visa|mastercard|dankort|visadankort|debitkort|betalingskort|kreditkort|eurocard|amex|maestro|kort|card|kortkoeb|kortkob|koeb|nota|purchase|kortkjoep|kortkoep)$/;
/** What a card itself costs. */
const COSTS = /gebyr|avgift|abonnement|aftale|terminal|indloes|leje|fee|charge|rente/;

/** The words of a bank's row without those that only say that a card paid: they say nothing of what was bought. */
export function withoutCardPayment(words: readonly Token[]): readonly Token[] {
  const first = words.findIndex(({ text }) => !CARD_PAYMENT.test(text));
  if (first <= 0 || words.some(({ text }) => COSTS.test(text))) return words;
  return words.slice(first);
}

/** How a row of a bank, or of a ledger, moves money; netting: set off against what the supplier owes. */
export type PaymentMeans = "transfer" | "batch" | "card" | "debit" | "netting";

const CARD = /(?:^| )(?:visa|mastercard|dankort|kortkoeb|kortkob|kort|card|eurocard|amex)(?: |$)/;
/** The supplier draws it: Betalingsservice, LeverandørService and their like elsewhere. */
const DEBIT =
  /(?:^| )(?:pbs|bs|betalingsservice|leverandoerservice|autogiro|direct debit|sepa direct debit|lastschrift)(?: |$)/;
const FEE = /(?:^| )(?:\w*gebyr\w*|fee|fees|rente|renter|interest|provision)(?: |$)/;
const NETTING =
  /(?:^| )(?:modregning\w*|modregnet|netting|udligning\w*|set off|offset|kvittning\w*|verrechnung\w*)(?: |$)/;

/** Words by which banks call a payment and none of which names who got it. */
const NAMELESS: ReadonlySet<string> = new Set(
  (
    "leverandoerbetaling leverandoerbetalinger leverandorbetaling kreditorbetaling kreditorbetalinger samlebetaling samlebetalinger " +
    "massebetaling massebetalinger masseoverfoersel batchbetaling faellesbetaling erhvervsbetaling netbankbetaling bankbetaling " +
    "betaling betalinger payment payments supplier vendor bulk batch sammelueberweisung leverantoersbetalning leverantoersbetalningar " +
    "fil filer faktura fakturaer invoice invoices stk styk antal nr no ref reference bilag dkk eur sek nok usd gbp af til for den iht jf dato"
  ).split(" "),
);
const NAMES_PAYMENT = /betaling|payment|ueberweisung|betalning|masseoverfoersel/;

/** How a bank's row moved money, by its folded words; null: a fee, interest, or nothing that could settle a bill. */
export function bankMeans(words: string, hasSupplier: boolean): PaymentMeans | null {
  if (CARD.test(words)) return "card";
  if (DEBIT.test(words)) return "debit";
  if (FEE.test(words)) return null;
  return !hasSupplier && isNameless(words) ? "batch" : "transfer";
}

/** Whether a posting sets off what the company owes against what it is owed. */
export function isNetting(words: string): boolean {
  return NETTING.test(words);
}

function isNameless(words: string): boolean {
  const all = words.split(" ");
  return NAMES_PAYMENT.test(words) && all.every((word) => /\d/.test(word) || NAMELESS.has(word));
}

/** How many payments a batch says it has ("12 stk"); null: it does not say. */
export function batchSize(words: string): number | null {
  const [, size] = /(?:^| )(\d{1,4}) (?:stk|styk|betalinger|payments|fakturaer|invoices)(?: |$)/.exec(words) ?? [];
  return size === undefined ? null : Number(size);
}

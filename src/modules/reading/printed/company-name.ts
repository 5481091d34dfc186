/** A few words before a legal form at the end, without digits or marks of labels. */
const COMPANY_NAME =
  /^\p{L}[^\d:@]{0,48}\s(?:a\/s|aps|i\/s|k\/s|p\/s|a\.?m\.?b\.?a\.?|ab|asa?|gmbh|ltd\.?|limited|oy)$/iu;
/** A document's title or a label may stand in one cell with the name of whom it is about: "Faktura Eksempel A/S", "Kopi til Eksempel A/S". */
const WITH_LABEL =
  /^(?:\p{L}+ )?(?:faktura|invoice|rechnung|facture|regning|kredit(?:nota|note|faktura)|credit (?:note|memo)|rykker|tilbud|følgeseddel|kvittering|receipt)(?!\p{L})|(?<!\p{L})(?:nr|no|cvr|vat|moms|iban|swift|bank|konto|www|tlf|telefon|til|to|fra|from|vedr|vedrørende|for|af|of)(?!\p{L})/iu;
const WORDS_MAX = 6;

/** Whether a text is a company's name though a word in it is that of a label elsewhere: "Kopi El A/S", "Rengøringsfirma Dato A/S". */
export function isCompanyName(text: string): boolean {
  return COMPANY_NAME.test(text) && !WITH_LABEL.test(text) && text.split(/\s+/).length <= WORDS_MAX;
}

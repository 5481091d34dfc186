/**
 * Whole names of accounts whose postings buy nothing, whatever their words say: receivables, money, loans, equity, settlement of VAT and
 * clearing, and depreciation of what was bought before. The purchase stands on the other side of the posting. Names of the Danish
 * standard chart of accounts, the Swedish BAS chart, the German SKR03 and SKR04 and the usual British nominal codes. Folded (`fold`).
 */
export const BALANCE_ACCOUNTS: ReadonlySet<string> = new Set(
  // Receivables and payables
  (
    "debitorer|varedebitorer|tilgodehavender fra salg|tilgodehavender|kreditorer|varekreditorer|leverandoergaeld|" +
    "kundfordringar|leverantoersskulder|fordringar|debtors|debtors control|debtors control account|trade debtors|trade receivables|" +
    "creditors|creditors control|creditors control account|trade creditors|trade payables|accounts receivable|accounts payable|" +
    "forderungen|forderungen aus l+l|forderungen aus lieferungen und leistungen|verbindlichkeiten|verbindlichkeiten aus l+l|" +
    "verbindlichkeiten aus lieferungen und leistungen|" +
    // Money
    "bank|bankkonto|banken|bankkonti|kasse|kassebeholdning|likvide beholdninger|driftskonto|foeretagskonto|plusgiro|bankgiro|checkkonto|checkraekningskonto|" +
    "bank account|bank current account|current account|deposit account|petty cash|cash|girokonto|geldtransit|" +
    // Loans, equity, accounts with owners and the group
    "laan|banklaan|langfristet gaeld|prioritetsgaeld|gaeld til realkreditinstitutter|kassekredit|egenkapital|mellemregning|mellemregning koncern|" +
    "skulder koncernfoeretag|laangfristiga skulder|eget kapital|loans|bank loans|loan account|share capital|reserves|intercompany|darlehen|eigenkapital|privatentnahmen|" +
    // VAT and payroll settlement
    "moms|koebsmoms|salgsmoms|momsafregning|skyldig moms|indgaaende moms|udgaaende moms|ingaaende moms|utgaaende moms|redovisningskonto moms|" +
    "sales tax control account|purchase tax control account|vat control account|vat liability|vorsteuer|umsatzsteuer|" +
    "abziehbare vorsteuer 19%|abziehbare vorsteuer 7%|a skat|a-skat|paye|personalskatt|" +
    // Depreciation
    "afskrivning|afskrivninger|af- og nedskrivninger|avskrivning|avskrivningar|avskrivning byggnader|avskrivning maskiner|avskrivning inventarier|" +
    "depreciation|amortisation|abschreibungen|abschreibungen sachanlagen|abschreibungen auf sachanlagen|afa|afa kfz"
  ).split("|"),
);

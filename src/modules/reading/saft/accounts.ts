/** An account of a SAF-T chart of accounts. */
export interface LedgerAccount {
  readonly id: string;
  readonly name: string | null;
  /** Number in the country's public standard chart, or null. */
  readonly standard: string | null;
  /** "Expense", "Asset", "Liability", "Income", "GL" ... as written. */
  readonly type: string | null;
}

/** The first word of an account that buys nothing: pay, tax, interest, depreciation, losses, stock changes. */
const NOT_BOUGHT =
  /(?<![\p{L}])(?:l(?:ø|oe)nn?(?!som)|lønn?ing|gage|honorar til bestyrelse|pension|ferie(?:penge|løn|tillæg)|feriepenger|atp|am-bidrag|arbejdsgiver|arbeidsgiver|arbetsgivar|sociale bidrag|sygedagpenge|dagpenge|refusion|moms|mva|merverdi|skat|skatt|afskriv|avskriv|nedskriv|tab på|tap på|rente|renter|ränt|kursregulering|kurstab|valutakurs|agio|lagerregulering|beholdningsendring|varelagerregulering|hensæt|avset|udbytte|wages|salar|payroll|depreciation|amorti|interest|vat|income tax|corporate tax|bad debt|dividend)/iu;

/**
 * Whether what is debited to an account is a purchase. Decided by the standard account where the country has one, else
 * by the account's type; the name vetoes pay, taxes, interest and depreciation in either case.
 */
export function isPurchaseAccount(account: LedgerAccount, country: "DK" | "NO"): boolean {
  if (isBalanceOrIncome(account.type)) return false;
  if (account.name !== null && NOT_BOUGHT.test(account.name)) return false;
  const byStandard = country === "DK" ? byDanishChart(account.standard) : byNorwegianChart(account);
  return byStandard ?? account.type?.toLowerCase() === "expense";
}

function isBalanceOrIncome(type: string | null): boolean {
  return /^(?:asset|liability|liabilities|equity|income|sale|sales|revenue|balance)$/i.test(type ?? "");
}

/**
 * Danish public standard chart: costs from 1600, staff 2850 to 2999 (canteen, courses and the like; pay is vetoed by
 * name), depreciation and finance from 3000. Account numbers: contract 10.4.
 */
function byDanishChart(standard: string | null): boolean | null {
  if (standard === null || !/^\d{4}$/.test(standard)) return null;
  const number = Number(standard);
  return number >= 1600 && number < 3000;
}

/**
 * Norwegian standard chart (NS 4102): 4 goods, 6 and 7 other operating costs; not 5 (pay; 59 are benefits in kind),
 * 60 (depreciation), 78 (losses) and 8 (finance and tax). Without a standard number the company's own one follows it.
 */
function byNorwegianChart({ standard, id }: LedgerAccount): boolean | null {
  const number = /^\d{2,6}$/.exec(standard ?? "")?.[0] ?? /^\d{4,6}$/.exec(id)?.[0];
  if (number === undefined) return null;
  if (/^(?:60|78)/.test(number)) return false;
  return /^(?:[467]|59)/.test(number);
}

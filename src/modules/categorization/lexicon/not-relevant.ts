/**
 * Pay, and what is withheld from it or paid on top: what is posted on an account with such a name buys nothing, whatever its text
 * says. Source: headings of the Danish standard chart of accounts below "Løn og sociale omkostninger", and their usual names.
 */
export const PAY =
  "=løn, lønninger, lønudbetaling*, lønkørsel, nettoløn, bruttoløn, månedsløn, timeløn, lønoverførsel, lønafregning, salary, salaries, wages, payroll run, lön, löner, lønn, lohn, gehalt, gehälter, lønomkostning*, lønudgift*, gager, funktionærløn, produktionsløn, akkordløn, " +
  "feriepenge*, feriepengeforpligtelse, feriekonto, atp, aub, aer, a skat, am bidrag, askat, ambidrag, pension, pensioner, pensionsbidrag*, arbejdsmarkedsbidrag, gratiale, sygedagpenge, lønrefusion*, barsel dk, barsel, barselsfond, sociale bidrag, social security, arbejdsgiveravgifter, arbeidsgiveravgift, bonusudbetaling, fratrædelsesgodtgørelse, dagpenge, pension contribution, payroll tax, income tax, vacation pay, lønforskud, lønmodtager, pay slip total, net pay";

/**
 * Words of entries that buy nothing (contract 10.4, step 1): pay, taxes, interest, loans, transfers, own sales and
 * bookkeeping. In the notation of lexicon-part.ts. Source: Danish standard chart of accounts (account headings) and
 * general bookkeeping vocabulary in Danish, English, Swedish, Norwegian and German.
 */
export const NOT_RELEVANT =
  `${PAY}, ` +
  "samlet betaling, diæter, skattefri godtgørelse, b indkomst, b honorar, personalelån, lønsumsafgift*, tantieme, bestyrelseshonorar, " +
  "moms, momsafregning, momsangivelse, momsbetaling, momstilsvar, momsrefusion, købsmoms, salgsmoms, =vat, vat payment, vat settlement, value added tax, mehrwertsteuer, umsatzsteuer, merverdiavgift, importmoms, " +
  "skat, selskabsskat*, acontoskat, restskat, skattekonto, kildeskat, corporate tax, corporation tax, dækningsafgift, skattestyrelsen, indkomstskat, ejendomsværdiskat, skatteverket, b skat, udbytteskat, told og skat, tax payment, tax account, " +
  "=rente, =renter, renteudgift*, renteindtægt*, rentekostnad, räntekostnad*, ränta, rentetilskrivning, interest, interest expense, morarenter, debetrente*, zinsen, overtræksrente*, kreditrente, rente og gebyr lån, renter kassekredit, prioritetsrente, rentebetaling, renteomkostning*, " +
  "afdrag, afdrag lån, låneafdrag, ydelse lån, terminsydelse, loan repayment, loan instalment, kassekredit træk, lån udbetaling, lån indfrielse, indfrielse af lån, repayment of loan, realkredit ydelse, amortering, tilgung, avdrag, låneydelse, principal repayment, mellemregning*, mellemregningskonto, mellemregning med, lån til anpartshaver, intercompany, intercompany loan, loan disbursement, " +
  "egen konto, =overf, lønkonto*, budgetkonto, skattekonto, mellem egne konti, egne konti, overførsel mellem konti, own account, bank transfer own, internal transfer, interbank transfer, intern overførsel, kontooverførsel, kontoudligning, opsparingskonto, overførsel til egen, overført fra konto, overført til konto, transfer to savings, transfer between accounts, hævning kontant, pengeautomat, hævet kontant, kontant hævet, kontanthævning, hæveautomat, prioritetslån*, realkreditlån*, realkreditydelse*, prioritetsydelse*, boliglån*, banklån*, lånydelse*, atm withdrawal, cash withdrawal, kasseindbetaling, overførsel, transfer between own, egenüberweisung, overföring mellan, saldo overført, " +
  "udbytte, dividende, dividend, dividends, udlodning, kapitalnedsættelse, privat hævning, privat udtræk, privatudtræk, privatforbrug, eu støtte, grundbetaling, landbrugsstøtte, arealstøtte, hektarstøtte, driftstilskud, privathævning, hævet privat, udlæg privat, owner drawings, egenkapital, private drawings, aktieudbytte, " +
  "salg af varer, varesalg, salg af ydelser, omsætning, salgsfaktura, kundebetaling, indbetaling, indbetaling kunde, sales revenue, customer payment, revenue, incoming payment, kortomsætning, dankortomsætning, kontantsalg, debitor indbetaling, debitorindbetaling, faktura betalt af kunde, huslejeindtægt*, lejeindtægt*, customer receipt, sales income, salgsindtægt*, salg, mobilepay indbetaling, kreditnota kunde, payment received, kontingentindbetaling*, kontingentindtægt*, medlemsindbetaling*, indmeldelsesgebyr indbetalt, deltagerbetaling indbetalt, billetindtægt*, billetsalg, kiosksalg, varesalg butik, dagsomsætning, omsætning butik, z bon, provisionsindtægt*, abonnementsindtægt*, entreindtægt*, startgebyr indbetalt, " +
  "afskrivning*, nedskrivning*, depreciation, amortisation, amortization, avskrivning, abschreibung, periodisering*, primopostering*, primo saldo, åbningsbalance, øreafrunding, ørediff, øredifference, kursregulering*, valutakursregulering, kursdifference*, exchange rate difference, kurstab, kursgevinst, currency gain, currency loss, hensættelse*, lagerregulering*, årsafslutning, efterpostering, omposter*, saldo primo, accrual, tab på debitorer, debitortab, bad debt, kassedifference*, afrunding, rounding, fx gain, fx loss, opening balance, exchange difference, deferred income, difference afrunding, " +
  "depositum, deposit refund, forsikringserstatning, erstatning forsikring, tilskud, offentligt tilskud, lønkompensation, grant received";

/**
 * Taxes and duties that are collected for the state or the municipality: money for which nothing is delivered, whoever lays it out
 * (GHG Protocol Scope 3 Standard, category 1: purchased goods and services). Of vehicles, land, registration and import.
 * What is paid for the use of a bridge or a motorway is a service and stands in services.ts.
 */
export const DUTIES =
  "registreringsafgift*, registration tax, vægtafgift*, ejerafgift*, brændstofforbrugsafgift*, vejbenyttelsesafgift*, vehicle tax, road tax, vehicle excise duty, motor tax, kfz steuer, kraftfahrzeugsteuer, fordonsskatt*, " +
  "ejendomsskat*, grundskyld*, property tax, property taxes, land tax, council tax, business rates, grundsteuer*, gewerbesteuer, fastighetsskatt*, eiendomsskatt*, " +
  "tinglysning*, stempelafgift*, stamp duty, stämpelskatt*, grunderwerbsteuer, land registration duty, " +
  "importtold, toldafgift*, antidumpingtold, import duty, import duties, customs duty, customs duties, einfuhrzoll, zollabgabe*";

/** With one of these the line buys a service or thing about pay, tax or loans, and is decided by the later steps. */
export const NOT_RELEVANT_UNLESS =
  "system, software, program*, app, licens, administration, service, assistance, rådgivning*, bureau, vikar*, kursus*, seminar, training, advisory, consulting, konsulent*, advokat, gebyr*, fee, fees, bogføring, abonnement, revisor, forsikring*, hotline, outsourcing, transfers, lufthavn*, airport, hotel, bus, taxa, taxi, shuttle, print, support, køb af, til salg, for sale";

/** Payees that only receive taxes, contributions, pensions or loan payments. */
export const NOT_RELEVANT_SUPPLIERS =
  "motorstyrelsen, toldstyrelsen, skatteforvaltningen, pensiondanmark, pension danmark, industriens pension, pfa pension, pfa, danica, ap pension, velliv, sampension, skattestyrelsen, skattekontoen, skattekonto, feriekonto, ferieløn, barsel dk, gældsstyrelsen, udbetaling danmark, samlet betaling, realkredit danmark, totalkredit, nykredit realkredit, dlr kredit, lærernes pension, pension, skatteverket, lønmodtagernes dyrtidsfond, atp, skat, hauptzollamt, finanzamt, bundeskasse, hmrc, försäkringskassan, skatteetaten";

import type { Sentences } from "./sentences.ts";

const COMMODITIES: Readonly<Record<string, string>> = {
  electricity: "el",
  natural_gas: "naturgas",
  district_heating: "fjernvarme",
  water: "vand",
  diesel: "diesel",
  petrol: "benzin",
  waste: "affald",
  energy: "energi",
};
const SOURCES: Readonly<Record<string, string>> = {
  "a bank line": "en banklinje",
  "a ledger row": "en postering",
  "an invoice": "en faktura",
  "a utility statement": "en forsyningsopgørelse",
};
const RATES: Readonly<Record<string, string>> = {
  "daily rate": "dagskurs",
  "average rate of the month": "månedens gennemsnitskurs",
  "average rate of the year": "årets gennemsnitskurs",
  "central rate": "centralkurs",
};
const earlier = (day: string | undefined): string =>
  day === undefined ? "" : `, den nyeste offentliggjort før ${day}`;

/** What codes of lineages say, in Danish; `of` is what stands in the sentence. */
export const TOLD_DA: Sentences = {
  typed: ({ text }) => `»${text}«`,
  corrected: () => "Rettet",
  accepted: () => "Godkendt",
  not_a_duplicate: () => "Ikke en dublet",
  duplicate_document: () => "Dublet af et bilag",
  duplicate: () => "Dublet",
  deferred: () => "Venter på opgørelsen",
  follows_largest: () => "gebyr eller rabat på hele bilaget, følger den største linje",
  covered_by_record: () => "en registrering dækker linjen, som er dokumentation for den",
  counted_by_other: ({ source }) =>
    `købet tælles af ${SOURCES[source ?? ""] ?? source}; linjen er dokumentation for det`,
  counted_by_others: () => "købet tælles af andre bilag; linjen er dokumentation for dem",
  same_posting: () => "den samme postering kom med et andet bilag; linjen er dokumentation for den",
  counted_once: ({ quantity, unit }) => `${quantity} ${unit} af denne forsyning tælles én gang, af et andet bilag`,
  counted_on_line: ({ commodity, quantity, unit, lines }) =>
    `${COMMODITIES[commodity ?? ""] ?? commodity} tælles én gang, med ${quantity} ${unit} på linje ${lines}; linjen hører til samme forsyning`,
  price_credit: () => "prisændring på det, der tælles efter mængde: prisen ændres, ikke mængden",
  surcharge_on_line: ({ lines }) => `et tillæg på mængden på linje ${lines}, som tælles én gang`,
  charge_on_supply: () => "gebyr eller rabat på en forsyning, der tælles efter sin mængde",
  freight_charge: () => "gebyr for fragt på hele bilaget",
  deduction_of_advances: () => "fradrag af aconto, som er betalt før og ikke er forbrug",
  advance_estimate: () => "aconto tæller som et skøn, til den er opgjort",
  advance_asked: () => "aconto, som en regning kan have opgjort",
  advance_settled: () => "aconto, opgjort af et andet bilag",
  own_sale: () => "sælgeren er virksomheden selv: et salg gemmes og bogføres ikke",
  category_column: ({ category }) => `filens kategorikolonne siger »${category}«`,
  entered_by_hand: () => "indtastet efter billedet",
  rule: ({ supplier, account, text }) =>
    `virksomhedens regel: ${[
      supplier === undefined ? "" : "leverandøren",
      account === undefined ? "" : `konto ${account}`,
      text === undefined ? "" : `teksten indeholder »${text}«`,
    ]
      .filter((part) => part !== "")
      .join(", ")}`,
  remembered_words: () => "afgjort før for leverandøren og disse ord",
  remembered_account: ({ account }) => `afgjort før for leverandøren og konto ${account}`,
  remembered_elsewhere: () => "afgjort før for leverandøren, på en anden konto",
  remembered: () => "afgjort før for leverandøren",
  measured: ({ commodity }) => `målt ${COMMODITIES[commodity ?? ""] ?? commodity}`,
  code_of_goods: ({ list, code }) => `varekode ${code} (${list})`,
  fits_account: ({ account, heading }) => `passer til konto ${account} (${heading})`,
  account: ({ account, heading }) => `konto ${account} (${heading})`,
  flight_route: () => "en rute mellem lufthavne i teksten",
  words_in_text: ({ words }) => `${words} i teksten`,
  words_in_name: ({ words }) => `${words} i teksten som navn`,
  words_in_supplier: ({ words }) => `${words} i leverandøren`,
  words_in_account: ({ words }) => `${words} i kontoens navn`,
  collects_taxes: ({ words }) => `${words} opkræver kun skat eller bidrag`,
  account_headed: ({ words }) => `kontoen hører under overskriften ${words}`,
  balance_account: ({ words }) => `${words} er en konto i balancen eller for afskrivninger`,
  duty: ({ words }) => `${words} er en skat eller afgift, som intet leveres for`,
  incoming_payment: () => "indbetaling",
  places_in_denmark: () => "kun steder i Danmark",
  place_in_europe: () => "et sted i Europa",
  place_outside_europe: () => "et sted uden for Europa",
  billed_in: ({ currency }) => `faktureret i ${currency}`,
  price_area: ({ area }) => `leveret i prisområde ${area}`,
  price_area_document: ({ area }) => `leveret i prisområde ${area} ifølge bilaget`,
  price_area_company: ({ area }) => `leveret i prisområde ${area}, som virksomheden har oplyst`,
  consumed_in: ({ country }) => `brugt i ${country}`,
  seller_abroad: ({ country }) => `sælgeren er i ${country}, og hverken målepunkt eller leveringssted er oplyst`,
  billed_abroad: ({ currency }) => `faktureret i ${currency}, og hverken målepunkt eller leveringssted er oplyst`,
  seller_abroad_placed: ({ country }) => `sælgeren er i ${country}, og leveringsstedets land er ikke oplyst`,
  billed_abroad_placed: ({ currency }) => `faktureret i ${currency}, og leveringsstedets land er ikke oplyst`,
  meters_in_countries: () => "regningen har målepunkter i flere lande",
  delivered_in_countries: () => "regningen leverer til flere lande",
  bottled_gas: ({ words }) => `${words} leverer flaskegas`,
  machine: ({ words }) => `${words} er en maskine`,
  small_equipment: () => "under beløbsgrænsen for småaktiver",
  branch: ({ branch }) => `leverandørens branche i CVR: ${branch}`,
  earlier_decisions: ({ words }) => `virksomhedens tidligere afgørelser: ${words}`,
  companies: ({ companies }) => `mindst ${companies} andre virksomheder har valgt det for denne leverandør`,
  vocabulary: ({ words }) => `ligner titler i EU's vareklassifikation: ${words}`,
  model: ({ model }) => `foreslået af sprogmodellen ${model}`,
  nothing_named: () => "intet i linjen peger på en kategori",
  refrigerant_taken_out: () => "ordene siger, at kølemiddel er taget ud af et anlæg, og det er ingen udledning",
  car_charging: ({ words }) => `${words} er opladning af en bil`,
  dyed_fuel: ({ words }) => `${words} er brændstof, som ingen bil må køre på`,
  tank_no_fuel: () => "ordene nævner en tank til brændstof, og intet brændstof",
  states_exchange_rate: () => "ordene nævner en valutakurs",
  kilometres_no_vehicle: () => "mængden er i kilometer, og dem købes der intet køretøj for",
  equally_likely: () => "flere kategorier er lige sandsynlige",
  unconfirmed: () => "tæller mere, fordi hverken leverandør eller konto bekræfter en anden kategori",
  only_suggested: () => "kun foreslået, fordi",
  money_settled: () => "ordene siger, at noget afregnes, gives tilbage, sælges eller straffes",
  grid_or_tax: () => "ordene nævner net, afgift eller måler og ikke energien",
  origin_of_energy: () => "ordene nævner energiens oprindelse",
  no_fuel_named: () => "intet brændstof er nævnt",
  fuel_use_unclear: () => "det er usikkert, hvad brændstoffet er brugt i",
  flight_distance_unclear: () => "det er usikkert, hvor langt der er fløjet",
  no_cooling_named: () => "intet ord handler om køling",
  waste_kind_unknown: () => "det er affald af en ukendt slags",
  waste_not_named: () => "affaldets slags er ikke nævnt",
  textiles_treated: () => "ordene nævner, hvad der er gjort ved tekstiler",
  account_of_rented: () => "kontoen er til det, der lejes",
  heading_in_part: () => "kontoens navn siger mere end sin overskrift",
  supplier_sells_other: () => "leverandøren sælger en anden slags",
  account_number_differs: () => "kontonummeret siger noget andet",
  account_of_anything: () => "kontoen rummer hvad som helst",
  other_year: ({ year, factor_year }) => `Faktoren findes ikke for ${year}: den fra ${factor_year} er brugt.`,
  other_region: ({ factor_region, region }) => `Faktoren beskriver ${factor_region}; der er ingen for ${region}.`,
  price_area_month: ({ area, month, region }) =>
    `Energinets deklaration, som er i kraft, har intet tal for ${area} i ${month}: tallet for ${region} er brugt.`,
  price_area_unknown: ({ region }) =>
    `Leverancens prisområde er ikke kendt: tallet for ${region} er brugt, ikke det for DK1 eller DK2.`,
  size_of_pieces: ({ pieces, words }) =>
    `Linjen angiver ${pieces} stk., og dens ord »${words}« hvor meget der er i én.`,
  quantity_in_words: ({ words }) => `Mængden er læst af linjens ord »${words}«.`,
  no_unit_factor: ({ quantity, unit }) =>
    `Kategorien har ingen faktor pr. fysisk enhed: ${quantity} ${unit} er ikke brugt.`,
  other_units: ({ units, quantity, unit }) =>
    `Kategoriens faktorer er pr. ${units}: ${quantity} ${unit} er ikke brugt.`,
  other_gwp_set: ({ gwp_set, factor_gwp_set }) =>
    `Virksomheden regner efter ${gwp_set}: faktorens opvarmningspotentiale er fra ${factor_gwp_set}.`,
  exchange_rate: ({ rate_kind, day, before, rate, currency, source }) =>
    `${RATES[rate_kind ?? ""] ?? rate_kind} ${day}${earlier(before)}: ${rate} ${currency}/EUR, ${source}`,
  spend_region: ({ country, factor_region }) =>
    `Sælger er i ${country}, som der ikke er indlæst en faktor for indkøb fra: den for ${factor_region} er brugt i stedet.`,
  no_price_index: ({ country, year, price_year }) =>
    `Der er intet prisindeks for ${country} for ${year} og ${price_year}: beløbet er ikke omregnet til prisåret.`,
  price_index: ({ series, country, base, price_year, price_year_before, index, year, before, source }) =>
    `${series} for ${country}: ${base} i ${price_year}${earlier(price_year_before)}, ${index} i ${year}${earlier(before)}, ${source}`,
  aviation_with: () => "Flyrejser med tillægget for virkninger ud over CO2: virksomhedens valg.",
  aviation_without: () => "Flyrejser uden tillægget for virkninger ud over CO2: virksomhedens valg.",
  footprint_unit: ({ per, stated }) => `Produktets klimaaftryk er pr. ${per}; linjen oplyser ${stated}.`,
  footprint_dates: ({ from, to }) => `Produktets klimaaftryk gælder fra ${from} til ${to}: det er ikke brugt.`,
  two_footprints: () => "To klimaaftryk beskriver produktet: intet af dem er brugt.",
  own_factor_category: ({ name }) => `Den egne faktor »${name}« gælder en anden kategori.`,
  own_factor_dates: ({ name, from, to }) =>
    `Den egne faktor »${name}« gælder fra ${from} til ${to}: den er ikke brugt.`,
  own_factor_unit: ({ name, per }) => `Den egne faktor »${name}« er pr. ${per}, og linjen oplyser det ikke.`,
  fuel_value_unused: ({ statement }) => `Bilaget oplyser ${statement}. Det er ikke brugt.`,
  printed_parts: ({ quantity, of, unit }) =>
    `Bilaget viser forbruget i dele af sin periode: ${quantity} af ${of} ${unit} i disse dage.`,
  degree_days: ({ degree_days, of, independent, source }) =>
    `Virksomheden fordeler varme efter graddage: ${degree_days} af ${of}, ${independent} % efter dage (${source}).`,
  degree_days_missing: ({ months }) =>
    `Virksomheden fordeler varme efter graddage, men har ingen oplyst for ${months}: der er fordelt efter dage.`,
  degree_days_none: () =>
    "Virksomheden fordeler varme efter graddage, men månederne har ingen: der er fordelt efter dage.",
  stated_before: () => "En person har oplyst det om en tidligere linje med de samme ord fra samme leverandør.",
  metering_point: ({ points }) => `målepunkt ${points}`,
  place_of_delivery: () => "leveringssted",
  takes_back: () => "Tager det tilbage, som et andet bilag tæller, på de samme dage.",
  waits_for_invoice: ({ invoice }) => `Nævner faktura ${invoice}, som der endnu ikke er talt nok af.`,
  names_no_invoice: () => "Nævner ingen faktura, og der er ingen, som der er nok tilbage af.",
  priced_by_settlement: ({ amount, currency, quantity, unit }) =>
    `Opgørelsen af samme forsyning er ${amount} ${currency} for ${quantity} ${unit} uden aconto: beløbet står for lige så meget, et skøn.`,
  stated_price: ({ unit, price, currency, quantity }) =>
    `En person oplyser, at 1 ${unit} koster ${price} ${currency} uden moms: beløbet står for ${quantity} ${unit}.`,
  settled_days: () =>
    "Et andet bilag tæller, hvad der blev brugt på disse dage; acontoen tæller kun for sine øvrige dage.",
  kept_beside: ({ stated }) => `${stated} er gemt ved siden af den oplyste udledning og er ikke ganget med en faktor.`,
  survey_answers: ({ answers, days, weeks, legs, distance, quantity, unit }) =>
    `${answers} svar × ${days} ${days === "1" ? "dag" : "dage"} om ugen × ${weeks} uger × ${legs} veje × ${distance} = ${quantity} ${unit}`,
  survey_hours: ({ answers, days, weeks, hours, quantity, unit }) =>
    `${answers} svar × ${days} ${days === "1" ? "dag" : "dage"} om ugen × ${weeks} uger × ${hours} ${hours === "1" ? "time" : "timer"} om dagen = ${quantity} ${unit}`,
  survey_scaled: ({ answers, employees, percent, equation }) =>
    `${answers} af ${employees} ansatte har svaret (${percent} %); regnet op til alle: ${equation}`,
  unit_by_statement: ({ equation, relation, statement }) =>
    `${equation}: ${relation?.replace(" is ", " er ")}, ${statement}: går forud for en offentliggjort værdi`,
  unit_by_value: ({ equation, value, worth, source }) => `${equation}: ${value} er ${worth}, ${source}`,
  unit: ({ equation }) => `${equation}`,
  closing: () => "0 kg CO2e: den senere læsning af linjen har ingen udledning her",
  own_generation: ({ kwh }) => `${kwh} kWh egen vedvarende el brugt på stedet × 0 kg CO2e/kWh = 0 kg CO2e`,
  stated: ({ kg, source, year, days, period_days }) =>
    `${kg} kg CO2e, som oplyst af ${source} for ${year}${days === undefined ? "" : `, ${days} af ${period_days} dage`}`,
  location_based: () => "Lokationsbaseret:",
  market_based: () => "Markedsbaseret:",
  calculation: ({ expression }) => `${expression}`,
  share_of_days: ({ days, period_days }) => `(${days} af ${period_days} dage)`,
  share_as_printed: () => "(som vist på bilaget)",
  share_by_degree_days: () => "(efter graddage)",
  rounded: () => "(afrundet til 6 decimaler)",
  market_same: () => "Markedsbaseret det samme.",
  market_same_no_mix: () => "Markedsbaseret det samme: der er hverken restmix eller certifikat.",
};

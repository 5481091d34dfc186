import type { Heading } from "./heading.ts";

const SERVICES = "purchases.services.";

/** Continues headings.ts: what is bought as a service, and what is paid without anything being bought. */
export const SERVICE_HEADINGS: readonly Heading[] = [
  {
    // Work on goods that stay the customer's: its name begins with the word for pay in three languages.
    decides: `${SERVICES}other_services`,
    family: [SERVICES],
    names:
      "lønforarbejdning*, lønarbejde, lønproduktion*, lønslagtning*, lønfiletering, lønpakning, lønforædling, lønbehandling, leiearbeid, legotillverkning*, legoarbete, legobearbetning, lohnfertigung*, lohnverarbeitung*, lohnarbeit, lohnschlachtung, contract processing, contract manufacturing, toll processing, toll manufacturing",
  },
  {
    decides: `${SERVICES}rent`,
    family: [`${SERVICES}rent`, "leased_upstream.assets.building"],
    names:
      "husleje*, kontorleje, lokaleleje, lejemål, rent, office rent, premises rent, lokalhyra, hyra lokal, hyra lokaler, husleie, leie lokale, leie lokaler, miete, pacht, raummiete, büromiete, lagermiete, huur, forpagtning*, beddingsleje, jordleje, butiksleje, fellesutgifter, fællesudgifter",
  },
  {
    decides: `${SERVICES}insurance`,
    family: [`${SERVICES}insurance`],
    names:
      "forsikring*, forsikringer, insurance, försäkring*, försäkringar, versicherung, versicherungen, verzekering, bilforsikring, arbejdsskadeforsikring, företagsförsäkring",
  },
  {
    decides: `${SERVICES}consulting`,
    family: [`${SERVICES}consulting`],
    names:
      "revision*, revisor*, advokat*, bogføring*, bogholder*, juridisk*, legal fees, legal costs, legal, solicitors, audit, accountancy, accountancy fees, audit and accountancy, audit fees, bookkeeping, rechtskosten, rechts und beratungskosten, rechtsberatung, beratungskosten, buchführungskosten, abschluss und prüfungskosten, prüfungskosten, steuerberatung, redovisningstjänster, redovisning, revisionsarvode, juridiske omkostninger, regnskapshonorar, advokatbistand, regnskab*, accountantskosten, inkasso*, lønadministration, lønbogholderi, patenter og varemærker, patenter",
  },
  {
    family: [`${SERVICES}consulting`, `${SERVICES}engineering`, `${SERVICES}it_services`, `${SERVICES}research`],
    names:
      "konsulent*, konsulenter, konsulenthonorar, rådgivning*, konsultarvode*, konsultarvoden, konsulttjänster, consultancy, consulting, advisory, consultancy fees, advieskosten, assistance",
  },
  {
    decides: `${SERVICES}engineering`,
    family: [`${SERVICES}engineering`, `${SERVICES}research`],
    names:
      "ingeniør*, tegnestue*, arkitekt*, teknisk rådgivning, rådgivende ingeniør, rådgivende ingeniører, klassifikation*, survey, landinspektør, engineering fees, architects fees, projektering*, ingenieurleistungen, konstruktionskosten",
  },
  {
    decides: `${SERVICES}research`,
    family: [`${SERVICES}research`, `${SERVICES}engineering`, `${SERVICES}other_services`],
    names: "forskning*, forskning og udvikling, research, research and development, laboratorieanalyser",
  },
  {
    decides: `${SERVICES}staffing`,
    family: [`${SERVICES}staffing`],
    names:
      "vikar*, vikarer, vikarassistance, vikarbureau, lejet mandskab, indlejet personale, inhyrd personal, innleid personell, innleie, innleid arbeidskraft, zeitarbeit, leiharbeit, fremdpersonal, agency nursing, agency staff, agency workers, agency labour, temporary staff, temp staff, uitzendkrachten, bemanning",
  },
  {
    decides: `${SERVICES}staffing`,
    family: [`${SERVICES}staffing`, `${SERVICES}marketing`],
    names: "rekruttering*, recruitment, recruitment costs, rekrytering, personalbeschaffung, stillingsannoncer",
  },
  {
    decides: `${SERVICES}training`,
    family: [`${SERVICES}training`],
    names:
      "kurser, kursus*, kursusudgifter, uddannelse*, efteruddannelse, videreuddannelse, training, training costs, staff training, fortbildung*, fortbildungskosten, weiterbildung, utbildning, opplæring, opleiding, kurs, certifikater",
  },
  {
    decides: `${SERVICES}marketing`,
    family: [`${SERVICES}marketing`, "purchases.goods.office_supplies", `${SERVICES}it_services`],
    names:
      "annonce*, annoncer, annoncering, reklame*, markedsføring*, markedsføringskostnader, advertising, marketing, pr, promotion, promotions, sales promotions, sales promotion, werbekosten, werbung, annonsering, reklam, marknadsföring, advertentie, messe, messer, messer og udstillinger, mässor, utställning, exhibitions, trade fairs, messekosten, sponsorat*, sponsorater, sponsering",
  },
  {
    decides: `${SERVICES}telecom`,
    family: [`${SERVICES}telecom`, "purchases.goods.small_it", `${SERVICES}it_services`],
    names:
      "telefon*, telefoni, mobiltelefon*, telefon og internet, internet*, bredbånd, telephone, telephones, mobile phones, telekom*, telekommunikation, fast telefoni, mobiltelefoni, datakommunikation, internetforbindelse, telecom, broadband, mobil",
  },
  {
    decides: `${SERVICES}it_services`,
    family: [`${SERVICES}it_services`],
    names:
      "software*, licenser, it licenser, softwarelicenser, programvara*, programvaror, programvare, lizenzen, hosting, cloud, saas, it tjänster, it tjenester, it services, software licences, edb omkostninger, wartung hard und software, edv kosten, wartungskosten für hard und software, hjemmeside*, website, computer software, it software, subscriptions software, lønsystem*",
  },
  {
    family: [`${SERVICES}it_services`, "purchases.goods.small_it", "capital.goods.it", `${SERVICES}telecom`],
    names:
      "=it, edb, computer costs, it omkostninger, it kostnader, ict, =ikt, it udgifter, computer expenses, it costs, edv",
  },
  {
    decides: `${SERVICES}memberships`,
    family: [`${SERVICES}memberships`],
    names:
      "kontingent*, kontingenter, beiträge, serviceavgifter branschorg, föreningsavgifter, membership, memberships, membership fees, medlemskontingent, medlemskab*, kontingent og medlemskaber, contributies, verbandsbeiträge, medlemsavgifter",
  },
  {
    family: [`${SERVICES}other_services`, `${SERVICES}marketing`],
    names:
      "provision*, provisioner, provision bookingkanaler, commission*, commissions, provisionen, kommission, salgsprovision",
  },
  {
    family: [
      `${SERVICES}cleaning`,
      `${SERVICES}other_services`,
      "purchases.materials.agricultural",
      "purchases.materials.asphalt",
      `${SERVICES}repair`,
      "purchases.materials.chemicals",
    ],
    names:
      "grounds maintenance, gardening, have og udearealer, udearealer, grønne områder, grøn drift, vintertjeneste, vinterunderhåll, winter maintenance, havearbejde, außenanlagen",
  },
  {
    family: [
      `${SERVICES}other_services`,
      "purchases.goods.retail",
      "transport.travel.",
      "purchases.materials.agricultural",
    ],
    names: "residents activities, activities, aktiviteter, beboeraktiviteter, underholdning*, underholdning og musik",
  },
  {
    family: [`${SERVICES}memberships`, `${SERVICES}media`, `${SERVICES}it_services`],
    names: "subscriptions, abonnement*, abonnementer, abonnemang",
  },
  {
    decides: `${SERVICES}media`,
    family: [`${SERVICES}media`],
    names:
      "faglitteratur*, aviser, aviser og blade, tidsskrift*, tidsskrifter, zeitschriften, bücher, fachliteratur, zeitschriften bücher, tidningar, facklitteratur, books, publications, journals, newspapers, bøger, musikrettigheder",
  },
  {
    decides: `${SERVICES}bank`,
    family: [`${SERVICES}bank`],
    names:
      "bankgebyr*, bankgebyrer, bankomkostninger, bank charges, bankkostnader, bankkostnad, nebenkosten geldverkehr, nebenkosten des geldverkehrs, gebyrer kort og bank, kortgebyr*, currency charges, credit card charges, merchant fees, card fees, bank fees, bankspesen, kortindløsning, =gebyrer, betalingsgebyrer, bank og kortgebyrer, bankkosten",
  },
  {
    decides: `${SERVICES}cleaning`,
    family: [`${SERVICES}cleaning`, "waste.operations."],
    names:
      "rengøring*, renhold*, cleaning, städning, städning och renhållning, reinigung, gebäudereinigung, schoonmaak, vinduespudsning, vagt, alarm, alarm og vagt, security, bevakning, bewachung, skadedyr*, skadedyrsbekæmpelse, pest control, vinterberedskab, snerydning, winterdienst",
  },
  {
    decides: `${SERVICES}cleaning`,
    family: [`${SERVICES}cleaning`, "purchases.materials.textiles", "leased_upstream.assets.equipment"],
    names: "vask, vask af linned, vaskeri*, laundry, tvätt, wäscherei, vaskeriydelser, linnedservice",
  },
  {
    decides: `${SERVICES}car_repair`,
    family: [`${SERVICES}car_repair`, "purchases.goods.spare_parts"],
    names:
      "reparation biler, reparation bil, vedligehold biler, vedligehold busser, vedligehold køretøjer, reparation busser, bil reparation, rep bilar, reparation køretøjer, vehicle repairs, vehicle repair, vehicle servicing, motor repairs, kfz reparaturen, kfz reparatur, vehicle maintenance, vedligehold biler, vedligeholdelse biler, vedligeholdelse køretøjer, autoreparation*, reparasjon biler, bilreparation, fahrzeugreparaturen, reparation lastbiler, dæk, reifen",
  },
  {
    decides_what_was_done: `${SERVICES}repair`,
    family: [
      `${SERVICES}repair`,
      "purchases.goods.spare_parts",
      "purchases.goods.electrical",
      "purchases.materials.",
      "energy.fugitive.",
      `${SERVICES}cleaning`,
    ],
    names:
      "vedligehold*, vedligeholdelse*, reparation*, reparationer, reparation og vedligeholdelse, repairs, repair, repairs and maintenance, maintenance, repairs and renewals, reparatur, reparaturen, instandhaltung*, wartung, reparation fastighet, rep maskiner, rep inventarier, rep truckar, underhåll, reparasjon*, vedlikehold*, onderhoud, lift and hoist servicing, service og reparation, serviceaftaler, servicing, =rep",
  },
  {
    decides: `${SERVICES}other_services`,
    family: [`${SERVICES}other_services`],
    names:
      "mautgebühren, maut, parkering*, parking, garagenmiete, vägtull*, broafgift, bompenger, bom og ferge, road tolls, tolls",
  },
  {
    family: ["repair", "cleaning", "other_services", "engineering", "staffing", "it_services"].map(
      (key) => SERVICES + key,
    ),
    names:
      "underentreprenør*, underentreprenører, underleverandør*, underleverandører, fremmed arbejde, fremmed assistance, fremdleistungen, subcontractors, subcontract, subcontractor costs, legoarbeten, underentreprenörer, lejet arbejdskraft, lønarbejde, fremmedydelser, fremmede tjenesteydelser, bezogene leistungen, fremmede ydelser, köpta tjänster, kjøpte tjenester",
  },
  {
    family: ["consulting", "engineering", "other_services", "memberships"].map((key) => SERVICES + key),
    names:
      "professional fees, honorarer, other services, sundhed, legal and professional, legal and professional fees, tjänster, dienstleistungen",
  },
];

import { type DemoInvoice, type DemoLine, type DemoSupplier, renderUbl } from "./ubl.ts";

/**
 * Two years of a fictitious furniture maker's purchases: every company, person, number and amount is made up for this
 * project. The documents go through the same ingestion as any upload.
 */
export interface DemoDocument {
  readonly name: string;
  readonly text: string;
}

const FIRST_MONTH = { year: 2024, month: 11 };
const MONTHS = 24;

const SUPPLIERS = {
  power: { name: "Havnens Elforsyning A/S", country: "DK", cvr: "31415926" },
  heat: { name: "Nordhavn Fjernvarme A.m.b.a.", country: "DK", cvr: "27182818" },
  water: { name: "Nordhavn Vand A/S", country: "DK", cvr: "16180339" },
  fuel: { name: "Brændstofkort Danmark A/S", country: "DK", cvr: "14142135" },
  timber: { name: "Skovens Trælast A/S", country: "DK", cvr: "17320508" },
  fittings: { name: "Beslagfabrikken ApS", country: "DK", cvr: "22360679" },
  paint: { name: "Kystens Farve & Lak A/S", country: "DK", cvr: "26457513" },
  freight: { name: "Fjordens Fragt A/S", country: "DK", cvr: "33166247" },
  waste: { name: "Nordhavn Renovation A/S", country: "DK", cvr: "36055512" },
  travel: { name: "Rejsebureauet Kompas ApS", country: "DK", cvr: "41231056" },
  hotel: { name: "Hotel Havneudsigten ApS", country: "DK", cvr: "43588989" },
  cloud: { name: "Skyhost International Ltd", country: "IE", cvr: "IE6388047" },
  audit: { name: "Revisionshuset Nord P/S", country: "DK", cvr: "45825756" },
  machines: { name: "Maskingruppen Jylland A/S", country: "DK", cvr: "47958315" },
  office: { name: "Kontorcentralen A/S", country: "DK", cvr: "49999999" },
  cleaning: { name: "Rent & Pænt Rengøring ApS", country: "DK", cvr: "50990195" },
  catering: { name: "Frokostkøkkenet ApS", country: "DK", cvr: "51961524" },
} as const satisfies Record<string, DemoSupplier>;

type SupplierKey = keyof typeof SUPPLIERS;

/** Codes of the demo company's departments, which its suppliers print; heat and water are the whole building's. */
const COST_CENTRES: Readonly<Partial<Record<SupplierKey, string>>> = {
  power: "PROD",
  timber: "PROD",
  fittings: "PROD",
  paint: "PROD",
  machines: "PROD",
  waste: "PROD",
  fuel: "LAGER",
  freight: "LAGER",
  travel: "SALG",
  hotel: "SALG",
  cloud: "ADM",
  audit: "ADM",
  office: "ADM",
  cleaning: "ADM",
  catering: "ADM",
};

/** All documents, oldest first; the same on every call. */
export function demoDocuments(): DemoDocument[] {
  const documents: DemoDocument[] = [];
  for (let index = 0; index < MONTHS; index += 1) {
    const demoMonth = monthAt(index);
    for (const invoice of invoicesOf(demoMonth, index)) {
      documents.push({ name: `${invoice.issue_date}-${invoice.number}.xml`, text: renderUbl(invoice) });
    }
    if (index % 3 === 2) documents.push(ledgerExport(demoMonth, index));
  }
  return documents;
}

interface DemoMonth {
  readonly year: number;
  readonly month: number;
  readonly label: string;
  /** 0 in July .. 1 in January. */
  readonly winter: number;
}

function monthAt(index: number): DemoMonth {
  const offset = FIRST_MONTH.month - 1 + index;
  const year = FIRST_MONTH.year + Math.floor(offset / 12);
  const month = (offset % 12) + 1;
  const winter = (1 + Math.cos(((month - 1) / 12) * 2 * Math.PI)) / 2;
  return { year, month, label: `${year}-${String(month).padStart(2, "0")}`, winter };
}

function invoicesOf(demoMonth: DemoMonth, index: number): DemoInvoice[] {
  const wobble = (step: number, span: number) => (((index * 37 + step * 101) % 41) / 40 - 0.5) * 2 * span;
  const kwh = Math.round(9_400 - index * 55 + demoMonth.winter * 1_900 + wobble(1, 350));
  const heat = Math.round(2_200 + demoMonth.winter * 19_500 + wobble(2, 900));
  const diesel = 620 + wobble(3, 90) - index * 4;
  const boards = 38_000 + wobble(4, 9_000);
  const invoices = [
    invoice("power", demoMonth, 5, [
      line(`Elforbrug ${demoMonth.label}, målernummer 571313174000`, kwh.toFixed(0), "KWH", kwh * 0.98),
      line("Nettarif og systemtarif", kwh.toFixed(0), "KWH", kwh * 0.31),
      line("Elafgift", kwh.toFixed(0), "KWH", kwh * 0.008),
      line("Abonnement el", "1", "MON", 145),
    ]),
    invoice("heat", demoMonth, 8, [
      line("Fjernvarme, varmeforbrug", heat.toFixed(0), "KWH", heat * 0.62),
      line("Fast bidrag fjernvarme", "1", "MON", 1_240),
    ]),
    invoice("fuel", demoMonth, 28, [
      line("Diesel B7, varebiler", diesel.toFixed(2), "LTR", diesel * 10.4),
      line("Benzin E10, poolbil", (48 + wobble(5, 12)).toFixed(2), "LTR", 560 + wobble(5, 90)),
    ]),
    invoice("timber", demoMonth, 12, [
      article("EG-32", line("Egetræ, planker 32 mm ovntørret", "6", "MTQ", boards)),
      article("BF-18", line("Birkefiner 18 mm plader", "40", "EA", 14_800 + wobble(6, 3_000))),
    ]),
    invoice("freight", demoMonth, 26, [
      line("Vejtransport møbler Nordhavn-Hamburg, stykgods", "4", "EA", 9_800 + wobble(7, 2_200)),
    ]),
    invoice("catering", demoMonth, 27, [line("Frokostordning, kantine", "22", "EA", 11_900 + wobble(8, 900))]),
    invoice("cleaning", demoMonth, 28, [line("Rengøring af produktion og kontor", "1", "MON", 7_450)]),
  ];
  return [...invoices, ...quarterly(demoMonth, index), ...occasional(demoMonth, index)];
}

function quarterly(demoMonth: DemoMonth, index: number): DemoInvoice[] {
  if (index % 3 !== 1) return [];
  return [
    invoice("water", demoMonth, 15, [
      line("Vandforbrug", (62 + (index % 5)).toFixed(0), "MTQ", 1_480),
      line("Spildevand, vandafledning", (62 + (index % 5)).toFixed(0), "MTQ", 2_390),
    ]),
    invoice("waste", demoMonth, 20, [
      line("Erhvervsaffald til forbrænding", (1.9 + (index % 4) * 0.2).toFixed(2), "TNE", 2_950),
      line("Træaffald, genanvendelse", (3.1 + (index % 3) * 0.4).toFixed(2), "TNE", 1_120),
      line("Pap og papir til genanvendelse", "0.45", "TNE", 260),
    ]),
    invoice("fittings", demoMonth, 18, [
      line("Hængsler og skuffeskinner i stål", "1200", "EA", 23_600 + (index % 7) * 800),
    ]),
    invoice("paint", demoMonth, 19, [article("LAK-V20", line("Lak og olie, vandbaseret", "180", "LTR", 16_900))]),
    invoice("travel", demoMonth, 22, [
      line("Flybilletter København-Milano t/r, messe", "2", "EA", 6_480),
      line("Togrejser DSB, kundebesøg", "9", "EA", 3_150),
    ]),
    invoice("hotel", demoMonth, 23, [line("Hotelovernatning med morgenmad", "4", "EA", 4_960)]),
  ];
}

function occasional(demoMonth: DemoMonth, index: number): DemoInvoice[] {
  const invoices: DemoInvoice[] = [];
  if (index % 2 === 0) {
    invoices.push(
      invoice("cloud", demoMonth, 1, [line("Cloud hosting and support", "1", "MON", 318.4)], { currency: "EUR" }),
    );
  }
  if (index % 6 === 3)
    invoices.push(invoice("audit", demoMonth, 25, [line("Revision og regnskabsassistance", "1", "EA", 24_500)]));
  if (index % 4 === 2)
    invoices.push(invoice("office", demoMonth, 16, [line("Kopipapir A4 og kontorartikler", "1", "EA", 2_340)]));
  if (index === 7)
    invoices.push(invoice("machines", demoMonth, 11, [line("CNC-fræser, produktionsmaskine", "1", "EA", 389_000)]));
  if (index === 9) {
    const returned = [article("BF-18", line("Retur: Birkefiner 18 mm plader", "5", "EA", 1_850))];
    invoices.push({
      ...invoice("timber", demoMonth, 17, returned),
      number: `K-${demoMonth.label}`,
      is_credit_note: true,
    });
  }
  return invoices;
}

/** A quarter's ledger export as a Danish accounting system writes it: semicolons, decimal comma, also wages and VAT. */
function ledgerExport(demoMonth: DemoMonth, index: number): DemoDocument {
  const day = (number: number) =>
    `${String(number).padStart(2, "0")}-${String(demoMonth.month).padStart(2, "0")}-${demoMonth.year}`;
  const rows = [
    [day(3), index * 10 + 1, 2410, "Telefon og internet", "Mobilabonnementer 12 stk", "2388,00", "TeleNord A/S", "ADM"],
    [day(7), index * 10 + 2, 2310, "It-udstyr mv.", "Softwarelicenser CAD", "8950,00", "Tegneprogram ApS", "PROD"],
    [day(9), index * 10 + 3, 2030, "Husleje", "Husleje lager, kvartal", "42000,00", "Havnens Ejendomme ApS", "LAGER"],
    [day(12), index * 10 + 4, 2230, "Forsikringer", "Erhvervsforsikring", "11800,00", "Tryghed Forsikring A/S", "ADM"],
    [
      day(14),
      index * 10 + 5,
      2760,
      "Annoncer og reklame",
      "Annoncer og katalog",
      "15400,00",
      "Reklamebureauet Blink ApS",
      "SALG",
    ],
    [day(25), index * 10 + 6, 2210, "Lønninger", "Løn medarbejdere", "612000,00", "", ""],
    [day(26), index * 10 + 7, 6902, "Moms", "Momsafregning", "98200,00", "Skattestyrelsen", ""],
    [day(27), index * 10 + 8, 2990, "Diverse", "Diverse indkøb jf. bilag", "1275,00", "Købmand Jensen", ""],
  ];
  const header = "Dato;Bilagsnr.;Konto;Kontonavn;Tekst;Beløb;Valuta;Leverandør;Afdeling";
  const body = rows.map((row) => [...row.slice(0, 6), "DKK", ...row.slice(6)].join(";"));
  return { name: `posteringer-${demoMonth.label}.csv`, text: `\uFEFF${[header, ...body].join("\r\n")}\r\n` };
}

function invoice(
  key: SupplierKey,
  demoMonth: DemoMonth,
  day: number,
  lines: readonly DemoLine[],
  options: { currency?: "EUR" } = {},
): DemoInvoice {
  const number = `${SUPPLIERS[key].cvr.slice(-4)}-${demoMonth.label.replace("-", "")}`;
  const issue_date = `${demoMonth.label}-${String(day).padStart(2, "0")}`;
  const cost_centre = COST_CENTRES[key];
  const stated = cost_centre === undefined ? {} : { cost_centre };
  return { number, issue_date, supplier: SUPPLIERS[key], lines, ...stated, ...options };
}

function line(text: string, quantity: string, unit: string, amount: number): DemoLine {
  return { text, quantity, unit, amount: amount.toFixed(2) };
}

function article(number: string, of: DemoLine): DemoLine {
  return { ...of, article: number };
}

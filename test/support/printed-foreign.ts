import { name, type PrintedInvoice, row, title } from "./printed-invoices.ts";

const german: PrintedInvoice = {
  name: "a German invoice with its issuer in the foot and a wrapped description",
  pages: [
    [
      ...row(60, [40, "Probe Käufer GmbH"]),
      ...row(72, [40, "Kaufweg 9"]),
      ...row(84, [40, "20095 Hamburg"]),
      title("Rechnung", 130),
      ...row(150, [40, "Rechnungsnummer: RE-4711"], [330, "Rechnungsdatum: 17. März 2026"]),
      ...row(
        180,
        [40, "Pos."],
        [80, "Bezeichnung"],
        [350, "Menge", "right"],
        [360, "Einheit"],
        [480, "Einzelpreis", "right"],
        [555, "Gesamtpreis", "right"],
      ),
      ...row(
        195,
        [40, "1"],
        [80, "Wartung der Anlage"],
        [350, "3,5", "right"],
        [360, "Std"],
        [480, "90,00", "right"],
        [555, "315,00", "right"],
      ),
      ...row(206, [80, "vom 2. bis 4. März"]),
      ...row(
        221,
        [40, "2"],
        [80, "Ersatzteil Pumpe"],
        [350, "1", "right"],
        [360, "Stk"],
        [480, "1.185,00", "right"],
        [555, "1.185,00", "right"],
      ),
      ...row(245, [380, "Zwischensumme"], [555, "1.500,00 €", "right"]),
      ...row(258, [380, "zzgl. 19 % MwSt."], [555, "285,00 €", "right"]),
      ...row(271, [380, "Rechnungsbetrag"], [555, "1.785,00 €", "right"]),
      ...row(800, [40, "Probe Werkstatt GmbH · Werkstr. 5 · 24937 Flensburg · USt-IdNr. DE123456788"]),
    ],
  ],
  expected: {
    supplier: "Probe Werkstatt GmbH",
    identifier: "DE123456788",
    number: "RE-4711",
    date: "2026-03-17",
    currency: "EUR",
    net: "1500",
    gross: "1785",
    lines: [
      ["Wartung der Anlage vom 2. bis 4. März", "3.5", "Std", "315"],
      ["Ersatzteil Pumpe", "1", "Stk", "1185"],
    ],
  },
};

const french: PrintedInvoice = {
  name: "a French invoice with two VAT rates and its values below their labels",
  pages: [
    [
      name("Exemple Traiteur SARL"),
      ...row(55, [40, "12 rue du Test, 75011 Paris"]),
      ...row(67, [40, "N° TVA : FR40303265045"]),
      title("FACTURE", 90),
      ...row(120, [40, "N° de facture"], [200, "Date de facture"], [350, "Échéance"]),
      ...row(133, [40, "FC-2026-031"], [200, "12 février 2026"], [350, "14 mars 2026"]),
      ...row(
        180,
        [40, "Désignation"],
        [330, "Quantité", "right"],
        [450, "P.U. HT", "right"],
        [555, "Montant HT", "right"],
      ),
      ...row(195, [40, "Plateaux repas"], [330, "20", "right"], [450, "15,00 €", "right"], [555, "300,00 €", "right"]),
      ...row(208, [40, "Service en salle"], [330, "4", "right"], [450, "50,00 €", "right"], [555, "200,00 €", "right"]),
      ...row(240, [330, "Base HT", "right"], [450, "TVA", "right"]),
      ...row(253, [250, "10 %"], [330, "300,00", "right"], [450, "30,00", "right"]),
      ...row(266, [250, "20 %"], [330, "200,00", "right"], [450, "40,00", "right"]),
      ...row(300, [400, "Total HT"], [555, "500,00 €", "right"]),
      ...row(313, [400, "Total TVA"], [555, "70,00 €", "right"]),
      ...row(326, [400, "Net à payer"], [555, "570,00 €", "right"]),
    ],
  ],
  expected: {
    supplier: "Exemple Traiteur SARL",
    identifier: "FR40303265045",
    number: "FC-2026-031",
    date: "2026-02-12",
    currency: "EUR",
    net: "500",
    gross: "570",
    lines: [
      ["Plateaux repas", "20", null, "300"],
      ["Service en salle", "4", null, "200"],
    ],
  },
};

const swedish: PrintedInvoice = {
  name: "a Swedish invoice that is rounded to whole kronor",
  pages: [
    [
      name("Provbolaget AB"),
      ...row(55, [40, "Testgatan 4"], [350, "Fakturanummer"], [470, "90817"]),
      ...row(67, [40, "211 20 Malmö"], [350, "Fakturadatum"], [470, "2026-05-06"]),
      ...row(79, [40, "Momsreg.nr SE556677889901"], [350, "Förfallodatum"], [470, "2026-06-05"]),
      ...row(
        150,
        [40, "Benämning"],
        [330, "Antal", "right"],
        [345, "Enhet"],
        [470, "À-pris", "right"],
        [555, "Belopp", "right"],
      ),
      ...row(
        165,
        [40, "Städning kontor"],
        [330, "7,5", "right"],
        [345, "tim"],
        [470, "425,00", "right"],
        [555, "3 187,50", "right"],
      ),
      ...row(190, [400, "Netto"], [555, "3 187,50", "right"]),
      ...row(203, [400, "Moms 25%"], [555, "796,88", "right"]),
      ...row(216, [400, "Öresavrundning"], [555, "-0,38", "right"]),
      ...row(229, [400, "Att betala SEK"], [555, "3 984,00", "right"]),
    ],
  ],
  expected: {
    supplier: "Provbolaget AB",
    identifier: "SE556677889901",
    number: "90817",
    date: "2026-05-06",
    currency: "SEK",
    net: "3187.5",
    gross: "3984",
    lines: [["Städning kontor", "7.5", "tim", "3187.5"]],
  },
};

const norwegian: PrintedInvoice = {
  name: "a Norwegian invoice",
  pages: [
    [
      name("Prøvetjenester AS"),
      ...row(55, [40, "Org.nr: 974 760 673 MVA"], [350, "Fakturanr: 30021"]),
      ...row(67, [40, "0150 Oslo"], [350, "Fakturadato: 09.06.2026"]),
      ...row(79, [350, "Forfall: 23.06.2026"]),
      ...row(
        150,
        [40, "Beskrivelse"],
        [330, "Antall", "right"],
        [430, "Pris", "right"],
        [490, "MVA", "right"],
        [555, "Beløp", "right"],
      ),
      ...row(
        165,
        [40, "Rådgivning"],
        [330, "2", "right"],
        [430, "1 500,00", "right"],
        [490, "25%", "right"],
        [555, "3 000,00", "right"],
      ),
      ...row(190, [380, "Netto"], [555, "3 000,00", "right"]),
      ...row(203, [380, "MVA 25%"], [555, "750,00", "right"]),
      ...row(216, [380, "Å betale NOK"], [555, "3 750,00", "right"]),
    ],
  ],
  expected: {
    supplier: "Prøvetjenester AS",
    identifier: "NO974760673",
    number: "30021",
    date: "2026-06-09",
    currency: "NOK",
    net: "3000",
    gross: "3750",
    lines: [["Rådgivning", "2", null, "3000"]],
  },
};

/** Invoices of the neighbouring countries. */
export const FOREIGN_INVOICES: readonly PrintedInvoice[] = [german, french, swedish, norwegian];

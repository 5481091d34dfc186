/** Why a document was not booked by what a person entered, by the code of the issue. */
type ByCode = Readonly<Record<string, string>>;

export const ENTER_TEXTS = {
  da: {
    gone: "Bilaget venter ikke længere. En anden har indtastet det eller udeladt det.",
    words: {
      in_future: "Datoen ligger efter i dag. Skriv den dato, der står på bilaget.",
      zero: "Beløbet er 0. Er der intet at bogføre, så udelad bilaget.",
      below_net: "Beløbet inkl. moms er mindre end beløbet uden. Se beløbene efter.",
      too_big: "Beløbet er for stort. Se efter, om der er skrevet for mange cifre.",
      too_small: "Beløbet er for stort. Se efter, om der er skrevet for mange cifre.",
      invalid_format: "Valutaen er tre bogstaver, fx DKK eller EUR.",
      invalid_type: "Et felt mangler. Udfyld dato, leverandør, beløb og valuta.",
      is_table: "Bilaget er en tabel. Sig først, hvad dens kolonner indeholder.",
      unknown_category: "Kategorien findes ikke længere. Vælg en anden.",
      unclassified: "Den kategori tæller intet. Vælg en anden, eller udelad bilaget.",
      category_needs_person: "Kategorien er for bred til at regne med. Vælg en mere præcis.",
      no_factor: "Kategorien har ingen faktor, der kan regne på et beløb. Vælg en anden.",
      unit_mismatch: "Kategorien regnes af en mængde og ikke af et beløb. Vælg en anden, eller registrér mængden.",
      quantity_missing: "Kategorien regnes af en mængde og ikke af et beløb. Vælg en anden, eller registrér mængden.",
      no_amount_or_quantity: "Kategorien kan ikke regnes af det beløb. Se beløbet efter, eller vælg en anden.",
      exchange_rate_missing:
        "Der er ingen kurs for den valuta den dag. Se valutaen og datoen efter, eller skriv beløbet i kroner.",
    } as ByCode,
  },
  en: {
    gone: "The document does not wait any more. Somebody else has entered it or left it out.",
    words: {
      in_future: "The date is after today. Write the date that the document says.",
      zero: "The amount is 0. If there is nothing to book, leave the document out.",
      below_net: "The amount with VAT is less than the one without. Look at the amounts again.",
      too_big: "The amount is too large. See whether too many digits were written.",
      too_small: "The amount is too large. See whether too many digits were written.",
      invalid_format: "The currency has three letters, e.g. DKK or EUR.",
      invalid_type: "A field is missing. Fill in date, supplier, amount and currency.",
      is_table: "The document is a table. Say first what its columns hold.",
      unknown_category: "The category is not there any more. Choose another one.",
      unclassified: "That category counts nothing. Choose another one, or leave the document out.",
      category_needs_person: "The category is too broad to calculate with. Choose a more precise one.",
      no_factor: "The category has no factor that can calculate from an amount. Choose another one.",
      unit_mismatch:
        "The category is calculated from a quantity, not from an amount. Choose another one, or record the quantity.",
      quantity_missing:
        "The category is calculated from a quantity, not from an amount. Choose another one, or record the quantity.",
      no_amount_or_quantity:
        "The category cannot be calculated from that amount. Look at the amount again, or choose another one.",
      exchange_rate_missing:
        "There is no exchange rate of that currency on that day. Look at currency and date again, or write the amount in kroner.",
    } as ByCode,
  },
};

/** The field of the form that an issue is about, by the path of the issue. */
export const ENTERED_FIELDS: ByCode = {
  issue_date: "date",
  supplier_name: "supplier",
  invoice_number: "number",
  description: "description",
  net_amount: "net",
  gross_amount: "net",
  currency: "currency",
};

/** Why a file was not read, by the code of its error, and what the sender can do; another code is told as the service words it. */
type ByCode = Readonly<Record<string, string>>;

export const FILE_ERROR_TEXTS = {
  da: {
    codes: {
      "file.empty": "Filen er tom. Hent eller eksportér bilaget igen.",
      "file.unsupported_type":
        "Denne slags fil læses ikke. Send fakturaen som XML, PDF, billede (JPEG, PNG, HEIC) eller Word (DOCX), eller posteringerne som CSV, XLSX eller SAF-T. Et ældre Office-bilag gemmes først i det nye format.",
      "file.unsupported_document_type":
        "Denne slags XML-bilag læses ikke. Fakturaer, kreditnotaer, forsyningsopgørelser og SAF-T læses.",
      "file.not_an_invoice":
        "Filen er en rykker eller et kontoudtog og ikke en faktura. Send de fakturaer, den handler om.",
      "file.corrupt": "Filen er beskadiget. Bed afsenderen om bilaget igen.",
      "file.encrypted":
        "Filen er beskyttet med en adgangskode. Åbn den, og gem den uden: en PDF kan udskrives til en ny PDF, og et ZIP-arkiv pakkes ud. Send den så igen.",
      "file.too_many_pages": "Filen har for mange sider. Send kun fakturaens egne sider, eller del filen op.",
      "file.image_too_large": "Billedet er for stort. 60 millioner billedpunkter er det meste.",
      "file.xml_entities": "XML med DOCTYPE afvises. Fjern den; fakturaer har ikke brug for den.",
      "file.too_large": "Filen er for stor. Del den op i kortere perioder, eller send bilagene hver for sig.",
      "file.decompression_limit": "Filen fylder for meget, når den pakkes ud. Del den op i mindre filer.",
      "file.timeout": "Det tog for lang tid at læse filen. Del den op i mindre filer, eller send et andet format.",
      "file.malware": "Der er skadelig software i filen. Åbn den ikke, og bed afsenderen om et rent bilag.",
      "file.not_scanned": "Filen blev ikke undersøgt for skadelig software. Send den igen senere.",
      "file.no_invoice_data":
        "Der blev ikke fundet både dato og beløb. En tabel skal have en række med overskrifter, en kolonne med dato og en med beløb, og rækker at bogføre; en faktura skal være hel.",
      "file.plain_text":
        "Filen er ren tekst uden en tabel og læses ikke som faktura. Send fakturaen som PDF, billede eller XML, eller det, den siger, som en tabel med overskrifter over kolonner med dato, tekst og beløb.",
      "file.columns_unknown": "Det vides ikke, hvad kolonnerne indeholder. Sig det; det gemmes for kilden.",
      "file.decimal_mark_unknown": "Det vides ikke, hvad der skiller decimaler fra. Sig det; det gemmes for kilden.",
      "file.signs_unknown": "Det vides ikke, hvilke beløb der er omkostninger. Sig det; det gemmes for kilden.",
      "file.processing_failed":
        "Tjenesten kunne ikke læse filen; den er gemt. Send den igen senere, og sig det til driften, hvis det sker igen.",
    } as ByCode,
    to_enter:
      "Der kunne ikke læses en faktura på siden. Er billedet lille eller uskarpt, så tag et nyt tæt på, i godt lys og mindst 1.000 billedpunkter bredt. Eller skriv selv, hvad der står.",
  },
  en: {
    codes: {
      "file.empty": "The file is empty. Download or export the document again.",
      "file.unsupported_type":
        "This kind of file is not read. Send the invoice as XML, PDF, picture (JPEG, PNG, HEIC) or Word (DOCX), or the postings as CSV, XLSX or SAF-T. Save an older Office document in the new format first.",
      "file.unsupported_document_type":
        "This kind of XML document is not read. Invoices, credit notes, utility statements and SAF-T are read.",
      "file.not_an_invoice":
        "The file is a reminder or a statement of account, not an invoice. Send the invoices that it is about.",
      "file.corrupt": "The file is damaged. Ask the sender for the document again.",
      "file.encrypted":
        "The file is protected by a password. Open it, and save it without one: a PDF can be printed to a new PDF, and a ZIP archive unpacked. Then send it again.",
      "file.too_many_pages": "The file has too many pages. Send only the pages of the invoice, or split the file.",
      "file.image_too_large": "The picture is too large. 60 million pixels are the most.",
      "file.xml_entities": "XML with a DOCTYPE is refused. Remove it; invoices do not need one.",
      "file.too_large": "The file is too large. Split it into shorter periods, or send the documents one by one.",
      "file.decompression_limit": "The file is too large when unpacked. Split it into smaller files.",
      "file.timeout": "Reading the file took too long. Split it into smaller files, or send another format.",
      "file.malware": "There is malware in the file. Do not open it, and ask the sender for a clean document.",
      "file.not_scanned": "The file was not scanned for malware. Send it again later.",
      "file.no_invoice_data":
        "No date with an amount was found. A table needs a row of headings, a column with dates, one with amounts, and rows to book; an invoice has to be complete.",
      "file.plain_text":
        "The file is plain text without a table and is not read as an invoice. Send the invoice as PDF, picture or XML, or what it says as a table with headings of columns for date, description and amount.",
      "file.columns_unknown": "It is not known what the columns hold. Say it; it is kept for the source.",
      "file.decimal_mark_unknown": "It is not known what separates decimals. Say it; it is kept for the source.",
      "file.signs_unknown": "It is not known which amounts are costs. Say it; it is kept for the source.",
      "file.processing_failed":
        "The service could not read the file; it is kept. Send it again later, and tell the operator if it happens again.",
    } as ByCode,
    to_enter:
      "No invoice could be read on the page. If the picture is small or blurred, take a new one from close by, in good light and at least 1,000 pixels wide. Or write yourself what it says.",
  },
};

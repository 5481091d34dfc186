/** Why a file was not read, by the code of its error, and what the sender can do; another code is told as the service words it. */
type ByCode = Readonly<Record<string, string>>;

export const FILE_ERROR_TEXTS = {
  da: {
    codes: {
      "file.empty": "Filen er tom. Hent eller eksportér bilaget igen.",
      "file.unsupported_type":
        "Denne slags fil læses ikke. Send fakturaen som XML, PDF, billede eller Word, eller posteringerne som CSV, XLSX eller SAF-T.",
      "file.unsupported_document_type":
        "Denne slags XML-bilag læses ikke. Fakturaer, kreditnotaer, forsyningsopgørelser og SAF-T læses.",
      "file.corrupt": "Filen er beskadiget. Bed afsenderen om bilaget igen.",
      "file.encrypted": "Filen er beskyttet med en adgangskode. Gem den uden, og send den igen.",
      "file.too_many_pages": "Filen har for mange sider. Send kun fakturaens egne sider, eller del filen op.",
      "file.image_too_large": "Billedet er for stort. 60 millioner billedpunkter er det meste.",
      "file.xml_entities": "XML med DOCTYPE afvises. Fjern den; fakturaer har ikke brug for den.",
      "file.too_large": "Filen er for stor. Del den op i kortere perioder, eller send bilagene hver for sig.",
      "file.decompression_limit": "Filen fylder for meget, når den pakkes ud. Del den op i mindre filer.",
      "file.timeout": "Det tog for lang tid at læse filen. Del den op i mindre filer, eller send et andet format.",
      "file.malware": "Der er skadelig software i filen. Åbn den ikke, og bed afsenderen om et rent bilag.",
      "file.not_scanned": "Filen blev ikke undersøgt for skadelig software. Send den igen senere.",
      "file.no_invoice_data":
        "Der er ingen fakturaoplysninger. Se efter, om bilaget er fuldstændigt, med dato og beløb.",
      "file.columns_unknown": "Det vides ikke, hvad kolonnerne indeholder. Sig det; det gemmes for kilden.",
      "file.signs_unknown": "Det vides ikke, hvilke beløb der er omkostninger. Sig det; det gemmes for kilden.",
    } as ByCode,
  },
  en: {
    codes: {
      "file.empty": "The file is empty. Download or export the document again.",
      "file.unsupported_type":
        "This kind of file is not read. Send the invoice as XML, PDF, picture or Word, or the postings as CSV, XLSX or SAF-T.",
      "file.unsupported_document_type":
        "This kind of XML document is not read. Invoices, credit notes, utility statements and SAF-T are read.",
      "file.corrupt": "The file is damaged. Ask the sender for the document again.",
      "file.encrypted": "The file is protected by a password. Save it without one, and send it again.",
      "file.too_many_pages": "The file has too many pages. Send only the pages of the invoice, or split the file.",
      "file.image_too_large": "The picture is too large. 60 million pixels are the most.",
      "file.xml_entities": "XML with a DOCTYPE is refused. Remove it; invoices do not need one.",
      "file.too_large": "The file is too large. Split it into shorter periods, or send the documents one by one.",
      "file.decompression_limit": "The file is too large when unpacked. Split it into smaller files.",
      "file.timeout": "Reading the file took too long. Split it into smaller files, or send another format.",
      "file.malware": "There is malware in the file. Do not open it, and ask the sender for a clean document.",
      "file.not_scanned": "The file was not scanned for malware. Send it again later.",
      "file.no_invoice_data": "There is no invoice data. See whether the document is complete, with date and amounts.",
      "file.columns_unknown": "It is not known what the columns hold. Say it; it is kept for the source.",
      "file.signs_unknown": "It is not known which amounts are costs. Say it; it is kept for the source.",
    } as ByCode,
  },
};

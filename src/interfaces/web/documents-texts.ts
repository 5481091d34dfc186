import type { FileErrorCode } from "../../modules/reading/index.ts";

/** What the page of documents says; `notices` by what was done or by the code of a refusal. */
export const DOCUMENTS_TEXTS = {
  da: {
    title: "Bilag",
    upload_title: "Læg bilag op",
    choose: "Vælg filer",
    kinds:
      "Elektroniske fakturaer (XML), PDF, Word (DOCX), billeder, SAF-T, CSV, XLSX, camt.053, e-mails og ZIP med dem i.",
    limits: (files: number, file_mib: string, total_mib: string) =>
      `Højst ${files} filer, ${file_mib} MiB hver og ${total_mib} MiB i alt.`,
    upload: "Læg op",
    read_only: "Din rolle læser kun. Bed en administrator om rollen bogholder, hvis du skal lægge bilag op.",
    quota: (used: string, limit: string) => `${used} af månedens ${limit} bilag er brugt.`,
    booked: (amount: string) => `Bogført indtil nu: ${amount} CO2e.`,
    nothing_booked: "Intet er bogført endnu.",
    files: "Filer",
    no_files: "Ingen filer endnu.",
    file: "Fil",
    ended: "Hvordan den endte",
    lines: (count: number) => (count === 1 ? "1 linje" : `${count} linjer`),
    bad_rows: (count: number) => (count === 1 ? "1 række kunne ikke læses." : `${count} rækker kunne ikke læses.`),
    reload: "Vis igen",
    older: "Ældre filer",
    newest: "Nyeste filer",
    back: "Din konto",
    statuses: {
      stored: "Venter på at blive læst",
      processed: "Bogført",
      needs_review: "Venter på en persons afgørelse",
      needs_entry: "Kunne ikke læses: nogen må skrive, hvad der står",
      duplicate: "Er her i forvejen: tæller ikke igen",
      rejected: "Afvist",
      held_quota: "Gemt, venter på næste måneds kvote eller en større plan",
      unpacked: "Pakket ud: filerne i den står for sig",
      excluded: "Holdt udenfor",
    },
    review_hint: "Det, der venter, tæller ikke med endnu.",
    review: "Afgør det under Gennemgang",
    notices: {
      uploaded: "Filerne er modtaget. Nedenfor står, hvordan hver af dem endte.",
      missing: "Vælg mindst én fil.",
      too_large: "Filerne er for store. Intet er gemt.",
      too_many: "Der er for mange filer på én gang. Intet er gemt.",
      unreadable: "Det, der blev sendt, kunne ikke læses til ende. Intet er gemt. Prøv igen.",
      read_only: "Din rolle læser kun: filerne er ikke gemt.",
      quota: "Månedens kvote er brugt. Filerne er gemt og læses, når en ny måned begynder, eller planen bliver større.",
      busy: "For mange uploads på kort tid. Vent et minut, og prøv igen.",
    },
  },
  en: {
    title: "Documents",
    upload_title: "Upload documents",
    choose: "Choose files",
    kinds:
      "Electronic invoices (XML), PDF, Word (DOCX), pictures, SAF-T, CSV, XLSX, camt.053, e-mails, and ZIP archives of them.",
    limits: (files: number, file_mib: string, total_mib: string) =>
      `At most ${files} files, ${file_mib} MiB each and ${total_mib} MiB together.`,
    upload: "Upload",
    read_only: "Your role only reads. Ask an administrator for the role bookkeeper to upload documents.",
    quota: (used: string, limit: string) => `${used} of this month's ${limit} documents are used.`,
    booked: (amount: string) => `Booked so far: ${amount} CO2e.`,
    nothing_booked: "Nothing is booked yet.",
    files: "Files",
    no_files: "No files yet.",
    file: "File",
    ended: "How it ended",
    lines: (count: number) => (count === 1 ? "1 line" : `${count} lines`),
    bad_rows: (count: number) => (count === 1 ? "1 row could not be read." : `${count} rows could not be read.`),
    reload: "Show again",
    older: "Older files",
    newest: "Newest files",
    back: "Your account",
    statuses: {
      stored: "Waits to be read",
      processed: "Booked",
      needs_review: "Waits for a person's decision",
      needs_entry: "Could not be read: somebody has to enter what it says",
      duplicate: "Is here already: does not count again",
      rejected: "Refused",
      held_quota: "Kept, waits for next month's quota or a larger plan",
      unpacked: "Unpacked: the files in it stand by themselves",
      excluded: "Left out",
    },
    review_hint: "What waits does not count yet.",
    review: "Decide it under Review",
    notices: {
      uploaded: "The files have arrived. Below is how each of them ended.",
      missing: "Choose at least one file.",
      too_large: "The files are too large. Nothing was kept.",
      too_many: "There are too many files at once. Nothing was kept.",
      unreadable: "What was sent could not be read to its end. Nothing was kept. Try again.",
      read_only: "Your role only reads: the files were not kept.",
      quota: "This month's quota is used up. The files are kept and read when a new month begins or the plan grows.",
      busy: "Too many uploads in a short time. Wait a minute, then try again.",
    },
  },
} as const;

export type DocumentsNotice = keyof (typeof DOCUMENTS_TEXTS)["en"]["notices"];

/** Why a file was refused, for Danish readers; the service itself says it in English. */
export const FILE_ERRORS_DA: Readonly<
  Record<FileErrorCode | "file.processing_failed", { readonly title: string; readonly hint: string }>
> = {
  "file.empty": {
    title: "Filen er tom",
    hint: "Eksportér eller hent bilaget igen, og se efter, at det har et indhold.",
  },
  "file.unsupported_type": {
    title: "Denne slags fil læses ikke",
    hint: "Send den elektroniske faktura som XML (OIOUBL, Peppol, XRechnung, CII) eller PDF, en SAF-T-fil eller posteringerne som CSV.",
  },
  "file.unsupported_document_type": {
    title: "Denne slags XML-dokument læses ikke",
    hint: "Fakturaer, kreditnotaer, forsyningsopgørelser og SAF-T Financial læses.",
  },
  "file.not_an_invoice": {
    title: "Bilaget er ikke en faktura",
    hint: "Det er en rykker eller et kontoudtog. Send de fakturaer, det handler om.",
  },
  "file.corrupt": {
    title: "Filen er beskadiget",
    hint: "Bed afsenderen om bilaget igen; det er nok klippet af eller ændret undervejs.",
  },
  "file.encrypted": {
    title: "Filen er beskyttet med en adgangskode",
    hint: "Gem bilaget uden adgangskode, og send det igen.",
  },
  "file.too_many_pages": {
    title: "Filen har for mange sider",
    hint: "Send fakturaen uden bilag til den, eller del filen i enkelte fakturaer.",
  },
  "file.image_too_large": {
    title: "Billedet er for stort",
    hint: "Send et billede med højst 60 millioner billedpunkter; 300 punkter pr. tomme er nok.",
  },
  "file.xml_entities": {
    title: "XML med dokumenttype eller entiteter afvises",
    hint: "Fjern DOCTYPE-erklæringen; elektroniske fakturaer har ikke brug for den.",
  },
  "file.too_large": {
    title: "Filen er for stor",
    hint: "Del eksporten i kortere perioder, eller send bilagene ét for ét.",
  },
  "file.decompression_limit": {
    title: "Filen kræver for meget hukommelse at læse",
    hint: "Del filen i mindre, eller send den i et andet format.",
  },
  "file.timeout": {
    title: "Det tog for lang tid at læse filen",
    hint: "Del filen i mindre, eller send den i et andet format.",
  },
  "file.malware": {
    title: "Der er skadelig kode i filen",
    hint: "Åbn den ikke. Få afsenderen og den computer, den kom fra, undersøgt, og send et rent bilag.",
  },
  "file.not_scanned": {
    title: "Filen blev ikke undersøgt for skadelig kode",
    hint: "Send den igen senere. Lykkes det heller ikke, så sig det til den, der driver tjenesten.",
  },
  "file.no_invoice_data": {
    title: "Der blev ikke fundet fakturaoplysninger",
    hint: "Se efter, at filen er en hel faktura eller eksport med datoer og beløb.",
  },
  "file.plain_text": {
    title: "Filen er ren tekst",
    hint: "Send fakturaen som PDF, billede eller XML, eller det, den siger, som en tabel (CSV eller XLSX) med overskrifter over kolonner med dato, tekst og beløb.",
  },
  "file.columns_unknown": {
    title: "Kolonnerne kendes ikke",
    hint: "Sig, hvad de indeholder. Det huskes for kilden, og filen læses med det.",
  },
  "file.signs_unknown": {
    title: "Det vides ikke, hvilke beløb der er omkostninger",
    hint: "Sig, hvordan omkostninger skrives. Det huskes for kilden, og filen læses med det.",
  },
  "file.decimal_mark_unknown": {
    title: "Det vides ikke, hvad der skiller decimaler fra",
    hint: "Sig, om det er komma eller punktum. Det huskes for kilden, og filen læses med det.",
  },
  "file.processing_failed": {
    title: "Filen kunne ikke behandles",
    hint: "Læg den op igen senere. Lykkes det heller ikke, så sig det til den, der driver tjenesten.",
  },
};

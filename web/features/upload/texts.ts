export const UPLOAD_TEXTS = {
  da: {
    title: "Indlæs bilag",
    drop: "Slip filer her, eller vælg dem",
    kinds:
      "Elektroniske fakturaer (XML), PDF, Word (DOCX), billeder, SAF-T, CSV, XLSX, kontoudtog (camt.053), e-mails og ZIP.",
    quota: (used: string, limit: string) => `${used} af månedens ${limit} bilag er brugt.`,
    quota_unknown: "Det vides ikke, hvor mange bilag abonnementet har tilbage.",
    waits_offline: "Filer, du vælger nu, venter i dette vindue og sendes, når forbindelsen er tilbage.",
    waiting: "Venter på forbindelse. Luk ikke vinduet, før filerne er sendt.",
    sent: "Sendt",
    files: (count: number) => (count === 1 ? "1 fil" : `${count} filer`),
    enter_where: "Indtast bilaget",
    answer_where: "Sig, hvad kolonnerne indeholder",
    lines: (lines: string, entries: string) =>
      `${lines} ${lines === "1" ? "linje" : "linjer"}, ${entries} ${entries === "1" ? "udledning" : "udledninger"}`,
    review: "Gå til gennemgang",
    nothing: "Filer, du sender, vises her. Du kan se på andre skærme imens.",
    network: "Forbindelsen gik tabt, før alt var sendt. Send filerne igen; det, der nåede frem, tælles ikke to gange.",
  },
  en: {
    title: "Upload documents",
    drop: "Drop files here, or choose them",
    kinds:
      "Electronic invoices (XML), PDF, Word (DOCX), pictures, SAF-T, CSV, XLSX, bank statements (camt.053), e-mails and ZIP.",
    quota: (used: string, limit: string) => `${used} of this month's ${limit} documents are used.`,
    quota_unknown: "It is not known how many documents the plan has left.",
    waits_offline: "Files that you choose now wait in this window and are sent once the connection is back.",
    waiting: "Waits for a connection. Do not close the window before the files are sent.",
    sent: "Sent",
    files: (count: number) => (count === 1 ? "1 file" : `${count} files`),
    enter_where: "Enter the document",
    answer_where: "Say what its columns hold",
    lines: (lines: string, entries: string) =>
      `${lines} ${lines === "1" ? "line" : "lines"}, ${entries} ${entries === "1" ? "emission" : "emissions"}`,
    review: "Go to review",
    nothing: "Files that you send are shown here. You can look at other screens meanwhile.",
    network:
      "The connection was lost before everything was sent. Send the files again; what arrived is not counted twice.",
  },
};

/** Screens that the menu names and that are not built yet, by their address. */
export const SCREENS_ELSEWHERE: Readonly<Record<string, ElsewhereName>> = {
  udledninger: "emissions",
  rapporter: "reports",
};

export type ElsewhereName = "emissions" | "reports";

interface Place {
  readonly title: string;
  readonly says: readonly string[];
  readonly links: readonly { readonly label: string; readonly address: string }[];
}

type Places = Readonly<Record<ElsewhereName, Place>>;

const ASSISTANTS = "/account/assistants";

const da: Places = {
  emissions: {
    title: "Udledninger",
    says: [
      "Listen over hver enkelt udledning er ikke i applikationen endnu.",
      "En assistent, der er forbundet, viser dem og fortæller, hvordan hvert tal er blevet til. Det gør REST API'et også.",
    ],
    links: [{ label: "Forbundne assistenter", address: ASSISTANTS }],
  },
  reports: {
    title: "Rapporter",
    says: [
      "Rapporter kan ikke laves i applikationen endnu.",
      "En assistent, der er forbundet, laver VSME- og CSRD-rapporter som PDF, regneark og XBRL. Det gør REST API'et også.",
    ],
    links: [{ label: "Forbundne assistenter", address: ASSISTANTS }],
  },
};

const en: Places = {
  emissions: {
    title: "Emissions",
    says: [
      "The list of every single emission is not in the application yet.",
      "An assistant that is connected shows them and tells how each figure came about. So does the REST API.",
    ],
    links: [{ label: "Connected assistants", address: ASSISTANTS }],
  },
  reports: {
    title: "Reports",
    says: [
      "Reports cannot be made in the application yet.",
      "An assistant that is connected makes VSME and CSRD reports as PDF, workbook and XBRL. So does the REST API.",
    ],
    links: [{ label: "Connected assistants", address: ASSISTANTS }],
  },
};

export const ELSEWHERE_TEXTS = { da, en };

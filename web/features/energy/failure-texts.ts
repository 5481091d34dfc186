import type { Sentences } from "../../parts/told/sentences.ts";

/** Why an allocation was not applied, by the code of the run; `of` is what stands in the sentence. */
export const FAILURE_TEXTS: { readonly da: Sentences; readonly en: Sentences } = {
  da: {
    year_closed: ({ day }) => `Regnskabsåret, der slutter ${day}, blev lukket imens. Anvend den igen med en grund.`,
    instrument_changed: ({ name }) =>
      `${name} er rettet eller trukket tilbage imens. Se et nyt forslag, og anvend det.`,
    taken_by_other_year: ({ name }) => `Et andet år har imens brugt kWh fra ${name}. Se et nyt forslag, og anvend det.`,
    consumption_changed: ({ month }) => `Elforbruget i ${month} er ændret imens. Se et nyt forslag, og anvend det.`,
    given_up: () => "Noget gik galt i tjenesten. Anvend den igen, eller sig det til driften.",
  },
  en: {
    year_closed: ({ day }) =>
      `The financial year that ends on ${day} was closed meanwhile. Apply it anew, with a reason.`,
    instrument_changed: ({ name }) => `${name} was corrected or withdrawn meanwhile. See a new proposal and apply it.`,
    taken_by_other_year: ({ name }) =>
      `Another year has used kWh of ${name} meanwhile. See a new proposal and apply it.`,
    consumption_changed: ({ month }) =>
      `The electricity of ${month} changed meanwhile. See a new proposal and apply it.`,
    given_up: () => "Something went wrong in the service. Apply it anew, or tell the operator.",
  },
};

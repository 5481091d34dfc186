import type { Sentences } from "../../parts/told/sentences.ts";
import { FACTOR_RELEASES_TEXTS } from "./texts.ts";

/** Why a run of releases changed nothing, by the code of the run; `of` is what stands in the sentence. */
export const FAILURE_TEXTS: { readonly da: Sentences; readonly en: Sentences } = {
  da: {
    reason_needed: () =>
      "Året er imens lukket eller attesteret eller blevet basisår. Beregn og tag i brug igen, med en grund.",
    release_changed: ({ subject = "", release }) =>
      `${FACTOR_RELEASES_TEXTS.da.subjects[subject] ?? subject} tælles imens efter ${release}. Beregn og tag i brug igen.`,
    given_up: () => "Noget gik galt i tjenesten, og intet blev ændret. Beregn igen, eller sig det til driften.",
  },
  en: {
    reason_needed: () =>
      "The year was closed or attested meanwhile, or became a base year. Calculate and put into use anew, with a reason.",
    release_changed: ({ subject = "", release }) =>
      `${FACTOR_RELEASES_TEXTS.en.subjects[subject] ?? subject} counts by ${release} meanwhile. Calculate and put into use anew.`,
    given_up: () =>
      "Something went wrong in the service, and nothing was changed. Calculate again, or tell the operator.",
  },
};

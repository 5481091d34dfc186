import type { Subject } from "./queries.ts";

/** What a form is about; each is one record of record_activity. */
export interface FormSubject {
  readonly kind: "form";
  /** Of the table to fill in; null: there is none. */
  readonly template: Subject | null;
  /** The one category, or what the keys of those to choose from begin with; null: any. */
  readonly category: { readonly one: string } | { readonly below: string } | null;
  /** Unit of the quantity; null: the person says it, or an amount of money. */
  readonly unit: string | null;
}

/** Answers of a part of the employees, scaled up by the service. */
export interface SurveySubject {
  readonly kind: "survey";
  readonly template: "commuting_survey" | "homeworking";
  /** Categories that are asked for by their keys; null: there is one. */
  readonly categories: readonly string[] | null;
  /** The column of the figure of a day. */
  readonly per_day: "distance_km" | "hours_per_day";
}

export const SUBJECTS = {
  mileage: { kind: "form", template: "mileage", category: { one: "transport.travel.private_car" }, unit: "km" },
  commuting_survey: {
    kind: "survey",
    template: "commuting_survey",
    categories: ["transport.commuting.car", "transport.commuting.rail", "transport.commuting.bus"],
    per_day: "distance_km",
  },
  homeworking: { kind: "survey", template: "homeworking", categories: null, per_day: "hours_per_day" },
  refrigerants: { kind: "form", template: "refrigerants", category: { below: "energy.fugitive." }, unit: "kg" },
  own_generation: {
    kind: "form",
    template: "own_generation",
    category: { one: "energy.electricity.own_generation" },
    unit: "kWh",
  },
  free: { kind: "form", template: null, category: null, unit: null },
} as const satisfies Record<string, FormSubject | SurveySubject>;

export type SubjectName = keyof typeof SUBJECTS;
const isSubject = (text: string): text is SubjectName => Object.hasOwn(SUBJECTS, text);
export const SUBJECT_NAMES: readonly SubjectName[] = Object.keys(SUBJECTS).filter(isSubject);

/** How the text of a cell is read. */
export type CellKind = "text" | "figure" | "count" | "day" | "category" | "word";

/** A column of a template. */
export interface RecordColumn {
  /** Stable name, which errors tell and which may stand as heading too. */
  readonly key: string;
  readonly da: string;
  readonly en: string;
  readonly kind: CellKind;
  readonly is_required: boolean;
  /** Member of record_activity that the cell becomes, dotted; null: it is a figure of the survey. */
  readonly fills: string | null;
}

/** What a template is about; its rows become records of `categories`. */
export interface RecordSubject {
  /** Keys of categories of the lowest level, or of what they begin with, ending in a full stop. */
  readonly categories: readonly string[];
  /** Unit of the quantity; null: a column says it, or the figure is stated emissions. */
  readonly unit: string | null;
  /** Answers of a part of the employees, scaled up to all of them. */
  readonly survey: "commuting" | "homeworking" | null;
  readonly columns: readonly RecordColumn[];
}

function column(
  key: string,
  names: readonly [da: string, en: string],
  kind: CellKind,
  fills: string | null = null,
  is_required = true,
): RecordColumn {
  return { key, da: names[0], en: names[1], kind, is_required, fills };
}

const DESCRIPTION = column("description", ["Beskrivelse", "Description"], "text", "description");

/** When, and where the figure comes from: at the end of every template. */
const COMMON = [
  column("period_start", ["Fra dato", "From"], "day", "service_period_start"),
  column("period_end", ["Til dato", "To"], "day", "service_period_end"),
  column("reason", ["Kilde til tallet", "Where the figure comes from"], "text", "reason"),
  column("country", ["Land (kode)", "Country (code)"], "text", "country", false),
  column("department_id", ["Afdeling (id)", "Department (id)"], "text", "department_id", false),
];

/** What of the same stands in the books, where it often does: these rows become evidence of the record. */
const BOOKED = [
  column("net_amount", ["Bogført beløb uden moms", "Amount booked without VAT"], "figure", "net_amount", false),
  column("currency", ["Valuta", "Currency"], "text", "currency", false),
  column(
    "covers_accounts",
    ["Konti, det er bogført på", "Accounts that it is booked on"],
    "text",
    "covers.accounts",
    false,
  ),
];

const ANSWERED = [
  column("employees", ["Ansatte i alt", "Employees in all"], "count"),
  column("answers", ["Svar i alt", "Answers in all"], "count"),
  column("answers_of_row", ["Svar i denne række", "Answers in this row"], "count"),
  column("days_per_week", ["Dage pr. uge", "Days per week"], "figure"),
  column("weeks", ["Uger i perioden", "Weeks in the period"], "figure"),
];

const STATED = [
  column("kg_co2e", ["kg CO2e", "kg of CO2e"], "figure", "emissions.kg_co2e"),
  column("source", ["Opgjort af", "Stated by"], "text", "emissions.source"),
  column("year", ["År", "Year"], "count", "emissions.year"),
  column("method", ["Metode", "Method"], "word", "emissions.method"),
  column("verified_by", ["Verificeret af", "Verified by"], "text", "emissions.verified_by", false),
];

const category = (da: string, en: string): RecordColumn => column("category", [da, en], "category", "category_id");

function subject(
  categories: readonly string[],
  columns: readonly RecordColumn[],
  unit: string | null = null,
  survey: RecordSubject["survey"] = null,
): RecordSubject {
  return { categories, unit, survey, columns: [DESCRIPTION, ...columns, ...COMMON] };
}

/** The same for what is often booked as well. */
function bookedSubject(categories: readonly string[], columns: readonly RecordColumn[], unit: string): RecordSubject {
  const plain = subject(categories, columns, unit);
  return { ...plain, columns: [...plain.columns, ...BOOKED] };
}

const QUANTITY = column("quantity", ["Mængde", "Quantity"], "figure", "quantity");
const UNIT = column("unit", ["Enhed", "Unit"], "text", "unit");

/** Every template. Categories are those of data/categories.csv, and none has a factor that does not ship. */
export const RECORD_SUBJECTS = {
  mileage: bookedSubject(
    ["transport.travel.private_car"],
    [column("quantity", ["Kilometer", "Kilometres"], "figure", "quantity")],
    "km",
  ),
  commuting_survey: subject(
    ["transport.commuting.car", "transport.commuting.rail", "transport.commuting.bus"],
    [
      category("Transportmiddel", "Means of transport"),
      ...ANSWERED,
      column("distance_km", ["Km hver vej", "Km each way"], "figure"),
    ],
    null,
    "commuting",
  ),
  homeworking: subject(
    ["transport.commuting.homeworking"],
    [...ANSWERED, column("hours_per_day", ["Timer pr. dag", "Hours per day"], "figure")],
    null,
    "homeworking",
  ),
  refrigerants: bookedSubject(
    ["energy.fugitive."],
    [category("Kølemiddel", "Refrigerant"), column("quantity", ["Påfyldt kg", "Kg filled up"], "figure", "quantity")],
    "kg",
  ),
  own_generation: subject(
    ["energy.electricity.own_generation"],
    [column("quantity", ["Egetforbrug kWh", "Used on site kWh"], "figure", "quantity")],
    "kWh",
  ),
  sold_products: subject(["sold.use.", "sold.end_of_life."], [category("Kategori", "Category"), QUANTITY, UNIT]),
  franchises: subject(["finance.franchises.unit"], STATED),
  investments: subject(["finance.investments."], [category("Kategori", "Category"), ...STATED]),
} as const satisfies Record<string, RecordSubject>;

export type RecordSubjectName = keyof typeof RECORD_SUBJECTS;

export const RECORD_SUBJECT_NAMES = Object.keys(RECORD_SUBJECTS) as [RecordSubjectName, ...RecordSubjectName[]];

/** Heading as the template prints it. */
export function headingOf({ da, en }: RecordColumn): string {
  return `${da} / ${en}`;
}

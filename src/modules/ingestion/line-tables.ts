import type { Catalog } from "../../core/catalog.ts";
import type { CompanyRegister } from "../../core/company-register.ts";
import type { BookedElsewhere } from "../activities/index.ts";
import type {
  CategorizationTables,
  CompaniesDecisions,
  ModelSuggestion,
  TenantKnowledge,
} from "../categorization/index.ts";
import type { CostCentres } from "../departments/index.ts";
import type { CalculationSettings, ReviewReason } from "../emissions/index.ts";
import type { Footprints } from "../pcf/index.ts";
import type { PeriodRules } from "../supplier-register/index.ts";
import type { CreditMatch } from "./credit-notes.ts";
import type { LineMatch } from "./line-match.ts";
import type { OwnCompany } from "./own-company.ts";

/** What the reading of lines depends on besides the document itself. */
export interface LineTables extends OwnCompany {
  readonly catalog: Catalog;
  readonly categorization: CategorizationTables;
  readonly knowledge: TenantKnowledge;
  readonly register: CompanyRegister;
  /** Of products that suppliers released a footprint of. */
  readonly footprints: Footprints;
  /** Departments by the code that documents name them with. */
  readonly cost_centres: CostCentres;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly region: string;
  readonly settings: CalculationSettings;
  /** Which period the bills of suppliers are for that state none. */
  readonly period_rules: PeriodRules;
  /** ISO 8601 date (UTC) on which the document is read: its own cannot lie far from it. */
  readonly arrived_on: string;
  /** What people of other companies decided about the suppliers; absent: it was not asked. */
  readonly companies?: CompaniesDecisions;
  /** What a language model named for lines that wait, by their position; absent: it was not asked. */
  readonly suggestions?: ReadonlyMap<number, ModelSuggestion>;
}

/** Facts about the whole document that change how every line is read. */
export interface DocumentMatches {
  /** Set when all lines must wait for a person. */
  readonly reviewReason: ReviewReason | null;
  /** What another document about the same supply has booked already. */
  readonly counted: readonly BookedElsewhere[];
  /** What the lines of a credit note take back, by their position; absent: it is none. */
  readonly credits?: ReadonlyMap<number, CreditMatch>;
  /** Lines whose purchase another document tells of, by their position; absent: none. */
  readonly lines?: ReadonlyMap<number, LineMatch>;
  readonly data_source_id: string | null;
}

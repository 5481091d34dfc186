import { ServiceError } from "../../../../core/errors.ts";
import { VSME_TAXONOMY } from "../../datapoints/catalog.ts";
import { cellName, positionKey } from "./cell-position.ts";
import type { CellValue } from "./formula-values.ts";
import { readBook, type TemplateBook } from "./template-book.ts";
import { openPackage, UnusableTemplate, type WorkbookPackage } from "./template-package.ts";
import { knownRange, templateTables } from "./template-tables.ts";

/** The version whose cells are in data/vsme/template-ranges.csv. */
const TEMPLATE_VERSION = "1.3.0";

export interface OpenTemplate {
  readonly workbook: WorkbookPackage;
  readonly book: TemplateBook;
}

/** Cells that nobody has filled in yet: a filled workbook would mix another company's answers into a report. */
const EMPTY_NAMES = [
  "template_reporting_entity_name",
  "template_reporting_entity_identifier",
  "template_currency",
  "Turnover",
  "GrossScope1GreenhouseGasEmissions",
];

/**
 * Opens EFRAG's VSME digital template and makes sure that it is the one whose cells are known: version, taxonomy, the
 * place of every name, what is calculated and what is typed in, and that it is empty.
 * @throws UnusableTemplate saying what is wrong.
 */
export async function openTemplate(bytes: Uint8Array): Promise<OpenTemplate> {
  const workbook = await readablePackage(Buffer.from(bytes));
  const book = readBook(workbook);
  const version = storedAt(book, "template_reporting_template_version");
  if (version !== TEMPLATE_VERSION) {
    throw new UnusableTemplate(
      typeof version === "string"
        ? `it is version ${version.slice(0, 20)} of the template; version ${TEMPLATE_VERSION} is needed`
        : "it is not EFRAG's VSME digital template",
    );
  }
  if (storedAt(book, "template_reporting_schemaRef") !== VSME_TAXONOMY) {
    throw new UnusableTemplate(`it is not for the taxonomy ${VSME_TAXONOMY}`);
  }
  assertPlaces(workbook, book);
  for (const name of EMPTY_NAMES) {
    if ((storedAt(book, name) ?? "") !== "")
      throw new UnusableTemplate("it is filled in already; an empty one is needed");
  }
  return { workbook, book };
}

async function readablePackage(bytes: Buffer): Promise<WorkbookPackage> {
  try {
    return await openPackage(bytes);
  } catch (error) {
    if (error instanceof ServiceError) throw new UnusableTemplate(error.extras.issues?.[0]?.message ?? error.detail);
    throw error;
  }
}

function storedAt(book: TemplateBook, name: string): CellValue {
  const { sheet, first } = knownRange(name);
  return book.sheets.get(sheet)?.cells.get(positionKey(first))?.value ?? null;
}

function assertPlaces({ names }: WorkbookPackage, book: TemplateBook): void {
  for (const { name, range, content } of templateTables().ranges) {
    const namedRange = names.get(name);
    const cell = `${range.sheet}!${cellName(range.first)}`;
    if (
      namedRange === undefined ||
      namedRange.sheet !== range.sheet ||
      positionKey(namedRange.first) !== positionKey(range.first) ||
      positionKey(namedRange.last) !== positionKey(range.last)
    ) {
      throw new UnusableTemplate(`its name ${name} is not at ${cell}, as in the published file`);
    }
    const hasFormula = book.sheets.get(range.sheet)?.formulas.has(positionKey(range.first)) === true;
    if (hasFormula !== (content === "formula")) {
      throw new UnusableTemplate(
        `${cell} ${hasFormula ? "is calculated" : "is not calculated"}, unlike in the published file`,
      );
    }
  }
}

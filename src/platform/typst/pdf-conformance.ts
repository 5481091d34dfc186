import { createHash } from "node:crypto";
import { dictionaryOf, plainStreamOf, readWrittenPdf, withRevision, type WrittenPdf } from "./pdf-revision.ts";
import { withClaims } from "./xmp-conformance.ts";

const ID_BYTES = 16;

/**
 * An engine's tagged PDF as PDF/A-3a and PDF/UA-1, as far as it is not: the claims in its metadata, the output intent, the
 * relationship of attached files, the title in the window's frame. That is added as a revision behind the engine's own bytes,
 * and follows from them alone. What cannot be added must be right before: tags, alternative words, fonts, colours.
 * @throws Error when the file is not as the engines write it
 */
export function claimConformance(bytes: Buffer): Buffer {
  const pdf = readWrittenPdf(bytes);
  const catalog = dictionaryOf(pdf, pdf.root);
  const isArchival = catalog.includes("/OutputIntents ");
  const state = createHash("sha256").update(bytes).digest().subarray(0, ID_BYTES).toString("base64");
  const metadata = Number(part(catalog, /\/Metadata (\d+) 0 R/));
  const changes = new Map([[metadata, metadataOf(pdf, metadata, state)]]);
  const titled = inserted(catalog, "/ViewerPreferences <<", "/DisplayDocTitle true");
  if (isArchival) return withRevision(pdf, changes.set(pdf.root, Buffer.from(titled, "latin1")), state);
  const files = attachedFiles(pdf);
  for (const number of files) changes.set(number, related(dictionaryOf(pdf, number)));
  changes.set(pdf.size, outputIntent(pdf));
  const archival = inserted(
    titled,
    "<<",
    `/OutputIntents [${pdf.size} 0 R] /AF [${files.map((number) => `${number} 0 R`).join(" ")}]`,
  );
  return withRevision(pdf, changes.set(pdf.root, Buffer.from(archival, "latin1")), state);
}

function metadataOf(pdf: WrittenPdf, number: number, state: string): Buffer {
  const xmp = Buffer.from(withClaims(plainStreamOf(pdf, number).toString("utf8"), state));
  return Buffer.concat([
    Buffer.from(`<< /Length ${xmp.length} /Type /Metadata /Subtype /XML >>\nstream\n`),
    xmp,
    Buffer.from("\nendstream"),
  ]);
}

function attachedFiles(pdf: WrittenPdf): number[] {
  return [...pdf.offsets.keys()].filter((number) => dictionaryOf(pdf, number).includes("/Type /Filespec"));
}

/** Attached files are data of the document (ISO 32000-2, table 43); this engine does not keep what the template says. */
function related(specification: string): Buffer {
  return Buffer.from(inserted(specification, "<<", "/AFRelationship /Data"), "latin1");
}

/** sRGB, with the profile that the engine embeds for the document's own colours (ISO 19005-3, 6.2.3). */
function outputIntent(pdf: WrittenPdf): Buffer {
  const profile = [...pdf.offsets.keys()].find((number) =>
    /\/N 3\s+\/Range \[0 1 0 1 0 1\]/.test(dictionaryOf(pdf, number)),
  );
  if (profile === undefined) throw new Error("the engine's PDF has no colours and with them no colour profile");
  return Buffer.from(
    `<< /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile ${profile} 0 R /OutputConditionIdentifier (Custom) ` +
      "/OutputCondition (sRGB) /RegistryName () /Info (sRGB v4.2) >>",
  );
}

function part(text: string, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`the engine's PDF has nothing like ${pattern.source}`);
  return value;
}

function inserted(text: string, after: string, what: string): string {
  if (!text.includes(after)) throw new Error(`the engine's PDF has nothing like ${after}`);
  return text.replace(after, () => `${after} ${what}`);
}

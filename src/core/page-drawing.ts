import type { ShownFile, ShownWindow } from "./shown-file.ts";

/** Size of a page, in points (1/72 inch) of a PDF or pixels of a picture. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A line of a document as it was read of its pages. */
export interface PrintedText {
  readonly description: string;
  /** Decimal text; null: none was read. */
  readonly amount: string | null;
}

/** Where something stands on a page, as shares 0..1 of its width and height from the top left corner. */
export interface PageRegion {
  /** 1-based. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pages of a document, and where each of the lines asked about stands; null: it was not found on them. */
export interface PageLayout {
  readonly pages: readonly PageSize[];
  readonly places: readonly (PageRegion | null)[];
  /** Whether the letters are text; of a picture they would have to be recognised again. */
  readonly has_text: boolean;
}

/** A page as a picture that any browser shows. */
export interface PagePicture extends PageSize {
  readonly webp: Uint8Array;
}

/**
 * `none`: there is no such page, or the file has no pages. `failed` says why in words for a person: damaged, too large, or
 * longer than the limits of time and memory allow.
 */
export type PageOutcome<Done> =
  | { readonly kind: "done"; readonly value: Done }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string };

/** Reads a file when its turn has come: requests that wait hold no file. */
export type ReadBytes = () => Promise<Uint8Array>;

/** Looks into untrusted files outside of this process, within limits of time and memory. */
export interface PageDrawing {
  /** @throws Error when the process cannot start or is ended from outside: then nothing is said about the file */
  draw(read: ReadBytes, page: number): Promise<PageOutcome<PagePicture>>;
  /** @throws Error as `draw` */
  layout(read: ReadBytes, lines: readonly PrintedText[]): Promise<PageOutcome<PageLayout>>;
  /** `none`: the file is no electronic invoice and no table. @throws Error as `draw` */
  show(read: ReadBytes, wanted: ShownWindow): Promise<PageOutcome<ShownFile>>;
}

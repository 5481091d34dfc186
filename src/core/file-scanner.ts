/** What a malware scanner says of a file. */
export type ScanVerdict =
  | { readonly kind: "clean" }
  /** `signature`: the scanner's name of what it found, at most 200 printable ASCII characters. */
  | { readonly kind: "infected"; readonly signature: string }
  /** Larger than the scanner accepts: nothing is known of it. */
  | { readonly kind: "too_large" };

export interface FileScanner {
  /**
   * Passes a file on to the scanner without holding it. `open` is called when its turn has come.
   * @throws ScannerError when there is no verdict; whatever `open` or its content throws
   */
  scan(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<ScanVerdict>;
  /** Whether the scanner answers at all; never throws, and takes a second at most. */
  isUp(): Promise<boolean>;
}

/** The scanner could not be reached, or said nothing that can be understood. */
export class ScannerError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ScannerError";
  }
}

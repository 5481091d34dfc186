import { z } from "zod";

/** Output of operations that answer with a file and nothing else: a picture has no form as JSON. */
export const onlyFile = z.object({}).describe("The file itself, in its own media type");

declare const valueOf: unique symbol;

/**
 * A result that is a file of the store: a transport that carries files sends exactly these bytes. The type parameter names
 * the value that the file encodes, where it encodes one.
 */
export class StoredFile<T> {
  declare readonly [valueOf]: T;
  readonly facts: StoredFileFacts;

  constructor(facts: StoredFileFacts) {
    this.facts = facts;
  }
}

interface StoredFileFacts {
  /** Hash of the bytes, lower-case hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly media_type: string;
  /** Letters, digits, dots, hyphens and underscores only: it goes into a header as it is. */
  readonly filename: string;
  /** @throws Error when the content is missing, and before the last bytes when it no longer has its hash */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Bytes that the service has received: in memory, or in an unencrypted file that is removed once they are stored. */
export type ReceivedContent =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "file"; readonly path: string };

/** One file of a request, received whole and not in the store yet. */
export interface ReceivedFile {
  /** Cleaned of path, control and reordering characters. */
  readonly name: string;
  /** As the sender has named it. */
  readonly media_type: string | null;
  readonly size_bytes: number;
  /** Lower hex of the content. */
  readonly sha256: string;
  /** Gone after the request, unless it was stored. */
  readonly content: ReceivedContent;
}

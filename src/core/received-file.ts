/** Bytes that the service has received: in memory, or in an unencrypted file that is removed once they are stored. */
export type ReceivedContent =
  | { readonly bytes: Uint8Array; readonly path: null }
  | { readonly bytes: null; readonly path: string };

/** One file of a request, received whole and not in the store yet. Its content is gone after the request, unless it was stored. */
export type ReceivedFile = ReceivedContent & {
  /** Cleaned of path, control and reordering characters. */
  readonly name: string;
  /** As the sender has named it. */
  readonly media_type: string | null;
  readonly size_bytes: number;
  /** Lower hex of the content. */
  readonly sha256: string;
};

/**
 * Room in this process's memory for small files of uploads, which then are never on the disk unencrypted. It runs out without
 * harm: what finds no room goes to a temporary file.
 */
export interface UploadMemory {
  forRequest(): RequestMemory;
}

/** What one request has of it. Its files arrive one after the other. */
export interface RequestMemory {
  /** For the file that is arriving; as large as the largest file that is held. */
  readonly arriving: Buffer;
  /** A copy of the first bytes of `arriving`, kept until `release`; null when there is no room for it. */
  keep(size_bytes: number): Buffer | null;
  /** To be called when the files were stored or refused. */
  release(): void;
}

export interface UploadMemorySizes {
  /** Largest file that is held. */
  readonly file_bytes_max: number;
  /** All files of one request together. */
  readonly request_bytes_max: number;
  /** All requests of this process together, besides one `file_bytes_max` each. */
  readonly process_bytes_max: number;
}

export function uploadMemory({
  file_bytes_max,
  request_bytes_max,
  process_bytes_max,
}: UploadMemorySizes): UploadMemory {
  let kept_bytes = 0;
  return {
    forRequest() {
      // Chunks are copied: one that is a byte of a packet would keep the memory of the packet.
      const arriving = Buffer.allocUnsafeSlow(file_bytes_max);
      let own_bytes = 0;
      return {
        arriving,
        keep(size_bytes) {
          if (own_bytes + size_bytes > request_bytes_max || kept_bytes + size_bytes > process_bytes_max) return null;
          own_bytes += size_bytes;
          kept_bytes += size_bytes;
          // Not of the shared pool: a thread that is sent a part of it gets all of it, with what others have put there.
          const kept = Buffer.allocUnsafeSlow(size_bytes);
          arriving.copy(kept, 0, 0, size_bytes);
          return kept;
        },
        release() {
          kept_bytes -= own_bytes;
          own_bytes = 0;
        },
      };
    },
  };
}

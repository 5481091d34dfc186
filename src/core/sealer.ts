/** Encrypts small values; who can open them depends on the key. `bound` must be given again to open. */
export interface Sealer {
  seal(plain: Uint8Array, bound: string): Buffer;
  /** @throws Error when it was sealed with another key or for another `bound`, or is damaged. */
  open(sealed: Uint8Array, bound: string): Buffer;
}

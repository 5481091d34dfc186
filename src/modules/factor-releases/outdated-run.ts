/** Why a run cannot become what was decided; a person previews and applies anew. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** Why a picture is not read. */
export type PictureProblem = "corrupt" | "encrypted" | "too_many_pixels" | "too_many_pages" | "timeout";

/** Thrown when a picture cannot be read at all. */
export class PictureRefusal extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem, detail: string) {
    super(detail);
    this.name = "PictureRefusal";
    this.problem = problem;
  }
}

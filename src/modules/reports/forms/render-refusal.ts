/**
 * Why a report cannot be rendered, in words for the person who asked for it: they are shown as the job's failure_reason.
 * Asking again changes nothing until the cause is gone, so that such a job is not tried again.
 */
export class RenderRefusal extends Error {
  override readonly name = "RenderRefusal";
}

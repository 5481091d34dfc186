/** Audit events of changes of an activity that a person made, or a re-run at a person's word; others follow from documents. */
export const PERSONS_CHANGES: ReadonlySet<string> = new Set([
  "activity.corrected",
  "activity.recategorized",
  "activity.suggestion_accepted",
  "activity.accepted_as_separate",
  "activity.marked_duplicate",
  "activity.advance_deferred",
  "activity.excluded",
  "activity.reread",
  "activity.department_assigned",
  "activity.change_undone",
]);

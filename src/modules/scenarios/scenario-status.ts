export const SCENARIO_STATUSES = ["draft", "pending_review", "approved", "rejected", "active", "archived"] as const;
export type ScenarioStatus = (typeof SCENARIO_STATUSES)[number];

/** What people do with a scenario as a whole. Submitting is the consultant's, the rest the company's. */
export type ScenarioAction = "submit" | "approve" | "reject" | "archive";

/**
 * Every transition there is; what is not here is refused. A company's own scenario is active from the start, a
 * consultant's needs the company's approval (contract 3). What lies for review is decided before it is
 * archived, and a draft is its consultant's.
 */
export const TRANSITIONS: Readonly<Record<ScenarioAction, Readonly<Partial<Record<ScenarioStatus, ScenarioStatus>>>>> =
  {
    submit: { draft: "pending_review" },
    approve: { pending_review: "approved" },
    reject: { pending_review: "rejected" },
    archive: { active: "archived", approved: "archived", rejected: "archived" },
  };

/** The status in which a new scenario begins. */
export function firstStatus(isConsultant: boolean): ScenarioStatus {
  return isConsultant ? "draft" : "active";
}

/** The status after an action, or null when the action is not for this status. */
export function nextStatus(status: ScenarioStatus, action: ScenarioAction): ScenarioStatus | null {
  return TRANSITIONS[action][status] ?? null;
}

/** Who may still add tiltag: the consultant to a draft, the company to its own active plan. Nobody after a review. */
export function isOpenFor(status: ScenarioStatus, isConsultant: boolean): boolean {
  return status === firstStatus(isConsultant);
}

import type { Context } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { appendAudit } from "../audit/index.ts";
import type { ScenarioRecord } from "./scenario.ts";
import { nextStatus, type ScenarioAction, TRANSITIONS } from "./scenario-status.ts";
import { scenarioView, viewerOf } from "./scenario-view.ts";
import { lockScenario, setScenarioStatus } from "./store.ts";

/** Words of the audit log. */
const DONE: Readonly<Record<ScenarioAction, string>> = {
  submit: "submitted",
  approve: "approved",
  reject: "rejected",
  archive: "archived",
};

export interface StatusChange {
  readonly id: string;
  /** Name of the argument that carries the id, for the refusal. */
  readonly argument: "id" | "scenario_id";
  readonly action: ScenarioAction;
  readonly reason?: string | undefined;
}

/**
 * Moves a scenario on, with its audit row. @throws ServiceError resource.not_found; request.validation_failed when the
 * action is not for the scenario's status, and then nothing has changed.
 */
export async function changeStatus(ctx: Context, change: StatusChange): Promise<ScenarioRecord> {
  const { id, argument, action, reason } = change;
  return await ctx.db.transaction(async (tx) => {
    const row = await lockScenario(tx, viewerOf(ctx.principal), id);
    if (row === undefined) throw notFound("scenario");
    const status = nextStatus(row.status, action);
    if (status === null) {
      const allowed = Object.keys(TRANSITIONS[action]).join(", ");
      const message = `this scenario is ${row.status}; ${action} is possible for: ${allowed}`;
      throw validationError([{ path: argument, code: "wrong_status", message }]);
    }
    const changed = await setScenarioStatus(tx, id, status, reason ?? null);
    const payload = { from: row.status, to: status };
    await appendAudit(ctx, tx, [{ action: `scenario.${DONE[action]}`, subject: id, payload }]);
    return await scenarioView(tx, changed);
  });
}

export { decideItem, type ItemDecision } from "./decide-item.ts";
export { assertEachOnce, type DecisionInput, decisionInput, decisionOf, DECISIONS_MAX } from "./decision-input.ts";

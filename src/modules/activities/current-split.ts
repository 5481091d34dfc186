/**
 * What the current reading of a line is, for every statement that reads lines: of the splits of an activity one is superseded by no other.
 * Both need $1 the company and $2 the environment. What people stated of the line comes with `stated-facts.ts`.
 */

/** Of a split `s`: no other supersedes it. */
export const IS_CURRENT = `not exists (select from activity_splits later
        where later.tenant_id = $1 and later.environment = $2 and later.supersedes_split_id = s.id)`;

/** Activities `a`, each with its current split `s`. */
export const WITH_CURRENT_SPLIT = `
    activities a join activity_splits s
      on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
      and ${IS_CURRENT}`;

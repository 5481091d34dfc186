/** SQL text with the name under which the server keeps its plan. Made once per text, at module load or in a cache. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Parameters never call for another plan, so the server makes one per session. Left to itself it may plan every run
   * again, which for a page of a list takes longer than the run. Only reads outside transactions heed this.
   */
  readonly is_planned_once?: true;
}

type Planning = Pick<Statement, "is_planned_once">;

let made = 0;

/** Names one SQL text. Call at module level, or keep the result: a new name is a new plan on the server. */
export function statement(text: string, planning: Planning = {}): Statement {
  made += 1;
  return { name: `s${made}`, text, ...planning };
}

/**
 * A family of statements that differ by which optional parts are present. `compose` is called once per distinct
 * `parts`; its result is kept. Bounded because parts are drawn from the caller's fixed set of filters.
 */
export function statementFamily<Parts extends Readonly<Record<string, boolean>>>(
  compose: (parts: Parts) => string,
  planning: Planning = {},
): (parts: Parts) => Statement {
  const statements = new Map<string, Statement>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const cachedStatement = statements.get(key);
    if (cachedStatement !== undefined) return cachedStatement;
    const fresh = statement(compose(parts), planning);
    statements.set(key, fresh);
    return fresh;
  };
}

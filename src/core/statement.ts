/** SQL text with the name under which the server keeps its plan. Made once per text, at module load or in a cache. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

let made = 0;

/** Names one SQL text. Call at module level, or keep the result: a new name is a new plan on the server. */
export function statement(text: string): Statement {
  made += 1;
  return { name: `s${made}`, text };
}

/**
 * A family of statements that differ by which optional parts are present. `compose` is called once per distinct
 * `parts`; its result is kept. Bounded because parts are drawn from the caller's fixed set of filters.
 */
export function statementFamily<Parts extends Readonly<Record<string, boolean>>>(
  compose: (parts: Parts) => string,
): (parts: Parts) => Statement {
  const known = new Map<string, Statement>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const found = known.get(key);
    if (found !== undefined) return found;
    const fresh = statement(compose(parts));
    known.set(key, fresh);
    return fresh;
  };
}

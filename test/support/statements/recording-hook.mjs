/** Module resolution in which everybody who imports `core/statement.ts` gets the recorder in its place. */
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  if (!resolved.url.endsWith("/src/core/statement.ts") || context.parentURL?.endsWith("/recorder.ts") === true)
    return resolved;
  return { ...resolved, url: new URL("recorder.ts", import.meta.url).href };
}

export type Encoding = "br" | "gzip" | null;

/** Forms in which a list can be had besides JSON. */
export type ExportFormat = "csv" | "ndjson";

/** The content coding that the client likes best among ours (RFC 9110 12.5.3); br wins a tie. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === "") return null;
  const weights = weightsOf(acceptEncoding);
  const any = weights.get("*") ?? 0;
  const br = weights.get("br") ?? any;
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? any;
  if (br === 0 && gzip === 0) return null;
  return br >= gzip ? "br" : "gzip";
}

/** The export form that `Accept` names with more weight than JSON; anything else means JSON. */
export function chooseExport(accept: string | undefined): ExportFormat | null {
  if (accept === undefined || !/csv|ndjson/i.test(accept)) return null;
  const weights = weightsOf(accept);
  const json = weights.get("application/json") ?? 0;
  const csv = weights.get("text/csv") ?? 0;
  const ndjson = weights.get("application/x-ndjson") ?? weights.get("application/ndjson") ?? 0;
  if (Math.max(csv, ndjson) === 0 || json > Math.max(csv, ndjson)) return null;
  return csv >= ndjson ? "csv" : "ndjson";
}

/** The one of `offered` that `Accept` names with the most weight, the first of equals and of none (RFC 9110 12.5.1). */
export function chooseMediaType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  if (accept === undefined) return offered[0];
  const weights = weightsOf(accept);
  const weightOfType = (type: Type): number =>
    weights.get(type) ?? weights.get(`${type.split("/")[0] ?? ""}/*`) ?? weights.get("*/*") ?? 0;
  return offered.reduce((best, type) => (weightOfType(type) > weightOfType(best) ? type : best), offered[0]);
}

/** Names in lower case with their q, 1 when none is given; a malformed q counts as 0. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 1000).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, q === undefined ? 1 : weightOf(q.slice(2)));
  }
  return weights;
}

function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/** Columns of a known purchase `p`. */
export const COLUMNS = `p.id, p.document_id, p.activity_ids, p.source, p.number_key, p.supplier_key, p.name_key, p.words, p.net,
  p.gross, p.currency, p.dated, p.since, p.supply, p.counted_by, p.state, p.payment, p.due`;

/**
 * Purchases `p` of these sources, so that no index can answer it: of a company that the planner knows nothing of yet it would walk all
 * purchases of a source for each supplier, or all of a day for each amount.
 */
export const ofSources = (sources: string): string => `coalesce(p.source, '') = any(${sources})`;

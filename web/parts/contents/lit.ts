/** Scrolls the list in which a marked row stands, and nothing else, so that the row is seen. */
export function bringLitIntoView(row: HTMLElement | null): void {
  const list = row?.closest("section");
  if (row === null || list === null || list === undefined) return;
  const [at, around] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.top < around.top || at.bottom > around.bottom) list.scrollTop += at.top - around.top - around.height / 3;
}

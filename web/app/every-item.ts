interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** All items of a list that is short enough to be read whole, in its order; `page` asks for the page of a cursor, none for the first. */
export async function everyItem<Item>(
  page: (cursor: { readonly cursor?: string }) => Promise<ListPage<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const { items, next_cursor }: ListPage<Item> = await page(cursor === null ? {} : { cursor });
    all.push(...items);
    cursor = next_cursor;
  } while (cursor !== null);
  return all;
}

import type { CallOptions, Page, Query, RowOf } from './calls.js';

/**
 * All rows of a list, page by page: `for await (const item of paginate(client.items.list, { boardId }))`. The change feed
 * (`events.list`) ends at the newest event; the `since` of a later call is the cursor of the last page.
 */
export async function* paginate<Input extends object, Output extends Page>(
  list: Query<Input, Output>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<RowOf<Output>, void, undefined> {
  const read = list.query as (input: Input, options?: CallOptions) => Promise<Output>;
  let next = input;
  for (;;) {
    const page = await read(next, options);
    yield* rowsOf(page);
    const following = nextInput(next, page);
    if (following === null) return;
    next = following;
  }
}

function rowsOf<Output extends Page>(page: Output): RowOf<Output>[] {
  const lists = Object.values(page).filter((value) => Array.isArray(value));
  if (lists.length !== 1) throw new TypeError('Not a procedure that returns a list in pages');
  return lists[0] as RowOf<Output>[];
}

/** Null after the last page. */
function nextInput<Input extends object>(input: Input, page: Page): Input | null {
  if ('nextCursor' in page) {
    return page.nextCursor === null ? null : { ...input, cursor: page.nextCursor };
  }
  const isEnd = page.cursor === null || ('since' in input && input.since === page.cursor);
  return isEnd ? null : { ...input, since: page.cursor };
}

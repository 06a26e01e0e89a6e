import type { CallOptions, Page, Query, RowOf } from './calls.js';

/** All rows of a list, page by page: `for await (const item of paginate(client.items.list, { boardId }))`. */
export async function* paginate<Input extends object, Output extends Page>(
  list: Query<Input, Output>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<RowOf<Output>, void, undefined> {
  for await (const page of pages(list, input, options)) yield* rowsOf(page);
}

/**
 * The pages of a list as the procedure returns them, with the cursor after each, for a program that continues later:
 * `for await (const { events, cursor } of pages(client.events.list, { since }))`. Store the cursor with what you made of the page;
 * it is the `since` of a later call, and `nextCursor` of other lists the `cursor`. The change feed ends at the newest event.
 */
export async function* pages<Input extends object, Output extends Page>(
  list: Query<Input, Output>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Output, void, undefined> {
  const read = list.query as (input: Input, options?: CallOptions) => Promise<Output>;
  let next: Input | null = input;
  while (next !== null) {
    const page: Output = await read(next, options);
    const following: Input | null = nextInput(next, page);
    yield page;
    next = following;
  }
}

function rowsOf<Output extends Page>(page: Output): RowOf<Output>[] {
  const lists = Object.values(page).filter((value) => Array.isArray(value));
  if (lists.length !== 1) throw notAList();
  return lists[0] as RowOf<Output>[];
}

/** Null after the last page. */
function nextInput<Input extends object>(input: Input, page: Page): Input | null {
  if ('nextCursor' in page) {
    return page.nextCursor === null ? null : { ...input, cursor: page.nextCursor };
  }
  if (!('cursor' in page)) throw notAList();
  const isEnd = page.cursor === null || ('since' in input && input.since === page.cursor);
  return isEnd ? null : { ...input, since: page.cursor };
}

function notAList(): TypeError {
  return new TypeError('Not a procedure that returns a list in pages');
}

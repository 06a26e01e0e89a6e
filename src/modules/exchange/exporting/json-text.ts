import type { BoardFacts } from '../../hierarchy';
import { presentBoardText } from '../../boards';
import { type ItemRecord, presentItem } from '../../items';

/** The board as boards.get shows it, then its items as items.get does, a batch to a chunk. */
export async function* jsonText(
  board: BoardFacts,
  batches: AsyncIterable<ItemRecord[]>,
): AsyncGenerator<string> {
  yield `{"board":${presentBoardText(board).text},"items":[`;
  let separator = '\n';
  for await (const items of batches) {
    let chunk = '';
    for (const item of items) {
      chunk += separator + presentItem(board, item).text;
      separator = ',\n';
    }
    yield chunk;
  }
  yield '\n]}\n';
}

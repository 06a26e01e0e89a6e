import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { ListedItem } from '../../support/item-lists';

/** Sigma has two small forms: ς at the end of a word, σ elsewhere. */
const NAMES = ['ΑΣΦΑΛΕΙΑ', 'Ασφάλεια', 'ΣΊΣΥΦΟΣ ΔΡΌΜΟΣ', 'Σίσυφος δρόμος', 'ΣΣΣ', 'σσς'];

describe('items.list ignores the case of every script', () => {
  let board: TestBoard;

  beforeAll(async () => {
    board = await aBoard({
      columns: [
        { name: 'Text', type: 'text' },
        { name: 'Long', type: 'long_text' },
      ],
    });
    for (const name of NAMES)
      await anItem(board, { name, values: { [board.column('Text')]: name, [board.column('Long')]: name } });
  });

  async function found(input: object): Promise<string[]> {
    const { status, data } = await board.organization.owner.client.query('items.list', {
      boardId: board.id,
      ...input,
    });
    expect(status, JSON.stringify(data)).toBe(200);
    return data.items.map(({ name }: ListedItem) => name);
  }

  const SISYPHUS = ['ΣΊΣΥΦΟΣ ΔΡΌΜΟΣ', 'Σίσυφος δρόμος'];
  const SIGMAS = ['ΣΣΣ', 'σσς'];

  it.each([
    ['is', 'ΣΊΣΥΦΟΣ ΔΡΌΜΟΣ', SISYPHUS],
    ['is', 'σίσυφος δρόμος', SISYPHUS],
    ['is', 'ΣΣΣ', SIGMAS],
    ['starts_with', 'ΑΣ', ['ΑΣΦΑΛΕΙΑ', 'Ασφάλεια']],
    ['starts_with', 'ας', ['ΑΣΦΑΛΕΙΑ', 'Ασφάλεια']],
    ['starts_with', 'ΣΊΣΥΦΟΣ', SISYPHUS],
    ['starts_with', 'Σίσυφος', SISYPHUS],
    ['starts_with', 'ΣΣ', SIGMAS],
    ['contains', 'ΥΦΟΣ ΔΡΌΜΟΣ', SISYPHUS],
    ['contains', 'υφος δρόμος', SISYPHUS],
    ['contains', 'φος', SISYPHUS],
    ['contains', 'ΣΣΣ', SIGMAS],
    ['ends_with', 'ΌΜΟΣ', SISYPHUS],
    ['ends_with', 'όμος', SISYPHUS],
    ['any_of', ['σίσυφος ΔΡΌΜΟΣ', 'ΣΣΣ'], [...SISYPHUS, ...SIGMAS]],
  ])('%s %j', async (operator, value, expected) => {
    for (const columnId of ['name', board.column('Text'), board.column('Long')]) {
      const condition = { columnId, operator, value };
      expect(await found({ filters: [condition] }), columnId).toEqual(expected);
      expect(await found({ filters: [{ or: [condition] }] }), columnId).toEqual(expected);
    }
  });

  it('search', async () => {
    expect(await found({ search: 'ΣΊΣΥΦΟΣ' })).toEqual(SISYPHUS);
    expect(await found({ search: 'σίσυφος' })).toEqual(SISYPHUS);
    expect(await found({ search: 'σσ' })).toEqual(SIGMAS);
  });
});

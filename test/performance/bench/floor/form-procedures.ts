import { newId } from '../../../../src/kernel/ids';
import type { BoardCache } from './board-cache';
import type { Database } from './database';
import { FORM, SUBMIT_FORM } from './form-statements';
import { quoted } from './json-text';
import { SortKeys } from './sort-keys';

interface FloorForm {
  readonly boardId: string;
  readonly groupId: string;
  readonly message: string;
  /** The column of each field; null for the name of the item. */
  readonly mappings: Readonly<Record<string, string | null>>;
}

/** Takes the answers as they came, unchecked. Forms are read at their first use and kept. */
export function formProcedures(database: Database, boards: BoardCache) {
  const forms = new Map<string, FloorForm>();

  async function formOf(id: string): Promise<FloorForm> {
    const known = forms.get(id);
    if (known) return known;
    const [row] = await database.rows(FORM, [id]);
    const [boardId, groupId, message, mappings] = row as readonly [string, string, string, string];
    const form = { boardId, groupId, message, mappings: JSON.parse(mappings) as FloorForm['mappings'] };
    forms.set(id, form);
    return form;
  }

  const submit = async (
    formId: string,
    answers: Readonly<Record<string, unknown>>,
    userId: string,
  ): Promise<string> => {
    const { boardId, groupId, message, mappings } = await formOf(formId);
    const columns = await boards.ofBoard(boardId);
    const itemId = newId('item');
    const submissionId = newId('submission');
    const stored: Record<string, unknown> = {};
    const keys = new SortKeys();
    let name = '';
    for (const [field, answer] of Object.entries(answers)) {
      const columnId = mappings[field]!;
      if (columnId === null) {
        name = answer as string;
        continue;
      }
      const { stored: cell, key } = columns.store(columnId, answer);
      stored[columnId] = cell;
      keys.add(columnId, key);
    }
    const values = JSON.stringify(stored);
    const event = `{"itemId":"${itemId}","groupId":"${groupId}","name":${quoted(name)},"values":${values}}`;
    const item = [itemId, boardId, groupId, name, userId, values, ...keys.parameters, newId('event'), event];
    const data = JSON.stringify(answers);
    await database.rows(SUBMIT_FORM, [...item, submissionId, formId, data, newId('event')]);
    return `{"success":true,"message":${quoted(message)},"submissionId":"${submissionId}"}`;
  };

  return { submit };
}

import type { TemplateId } from '../../../src/kernel/ids';
import type { TestMember } from './organization.factory';
import { aBoard, type TestBoard } from './board.factory';
import { made } from './workspace.factory';

export interface TestTemplate {
  id: TemplateId;
  board: TestBoard;
}

/** A template of a board, created over the wire. */
export async function aTemplate(
  options: { board?: TestBoard; name?: string; by?: TestMember } = {},
): Promise<TestTemplate> {
  const board = options.board ?? (await aBoard());
  const { client } = options.by ?? board.organization.owner;
  const input = { boardId: board.id, name: options.name ?? 'Template' };
  const record = await made(client, 'templates.create', input);
  return { id: record.id as TemplateId, board };
}

import { expect, it, vi } from 'vitest';
import { type AsanaTask, asanaCsv } from '../support/exports/asana';
import { aProject } from '../support/factories/project.factory';
import type { ListedItem } from '../support/item-lists';
import { upload } from '../support/multipart';

const PARENTS = 5_000;
const PAGE = 200;

type ListedParent = ListedItem & { subItems: ListedItem[] };

/** Every parent has a sub-item, and every tenth has three. */
function subtasksOf(at: number): string[] {
  return Array.from({ length: at % 10 === 0 ? 3 : 1 }, (_, part) => `Part ${part} of task ${at}`);
}

const tasks: AsanaTask[] = Array.from({ length: PARENTS }, (_, at) => [
  { Name: `Task ${at}`, 'Section/Column': 'To do', 'Estimated hours': String(at % 40) },
  ...subtasksOf(at).map((name) => ({ Name: name, 'Parent task': `Task ${at}` })),
]).flat();

it('a program copies a board of 5,000 parents with their sub-items, with one call for each page of 200', async () => {
  const project = await aProject();
  const { client } = project.organization.owner;
  const input = JSON.stringify({ projectId: project.id, name: 'Mirrored', source: 'asana' });
  const parts = [
    { field: 'input', name: null, content: input },
    { name: 'Mirrored.csv', content: asanaCsv(tasks) },
  ];
  const { body } = await upload(client, parts, { path: '/api/boards/import' });
  const { id } = (body as { import: { id: string } }).import;
  const done = await vi.waitUntil(
    async () => {
      const { data } = await client.query('boards.imports.get', { id });
      return data.status === 'running' ? null : data;
    },
    { interval: 200 },
  );
  expect(done).toMatchObject({ status: 'done', created: tasks.length });

  const copy: ListedParent[] = [];
  let calls = 0;
  for (let cursor: string | undefined; cursor !== null; calls += 1) {
    const { data } = await client.query('items.list', {
      boardId: done.boardId,
      limit: PAGE,
      subItems: true,
      cursor,
    });
    copy.push(...data.items);
    cursor = data.nextCursor;
  }

  expect(calls).toBe(PARENTS / PAGE);
  expect(copy.map(({ name, position }) => [name, position])).toEqual(
    Array.from({ length: PARENTS }, (_, at) => [`Task ${at}`, at]),
  );
  expect(copy.map(({ subItems }) => subItems.map(({ name }) => name))).toEqual(
    Array.from({ length: PARENTS }, (_, at) => subtasksOf(at)),
  );
  expect(copy.every(({ id, subItems }) => subItems.every(({ parentId }) => parentId === id))).toBe(true);
});

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectNeedsScope, expectUnauthorized } from '../../../support/access-checks';
import { aProject, type TestProject } from '../../../support/factories/project.factory';
import { made } from '../../../support/factories/workspace.factory';
import { listedItems } from '../../../support/item-lists';
import { expectHidden, refusedPaths } from '../../../support/refusals';

describe('boards.imports.get', () => {
  let project: TestProject;
  let id: string;
  const client = () => project.organization.owner.client;
  const get = (importId = id, by = client()) => by.query('boards.imports.get', { id: importId });
  const file = (count: number) => ({
    content: ['Name,Size', ...Array.from({ length: count }, (_, at) => `Item ${at},${at}`)].join('\n'),
  });

  beforeAll(async () => {
    project = await aProject();
    const input = { projectId: project.id, name: 'Small', file: file(2) };
    id = (await made(client(), 'boards.import', input)).import.id;
  });

  it('200: an import that was completed within its call', async () => {
    const { data } = await get();
    expect(data).toMatchObject({ id, status: 'done', total: 2, done: 2, problems: [] });
    expect(data.boardId).toMatch(/^brd_/);
  });

  it('200: a large import continues in the background, and its rows appear together', async () => {
    const input = { projectId: project.id, name: 'Large', file: file(2_500) };
    const { import: begun } = await made(client(), 'boards.import', input);
    expect(begun).toMatchObject({ status: 'running', total: 2_500, done: 0, boardId: null });
    const ended = await vi.waitUntil(
      async () => {
        const { data } = await get(begun.id);
        return data.status === 'running' ? null : data;
      },
      { interval: 100 },
    );
    expect(ended).toMatchObject({ status: 'done', total: 2_500, done: 2_500 });
    const items = await listedItems(client(), { boardId: ended.boardId });
    expect(items.map(({ name }) => name)).toEqual(Array.from({ length: 2_500 }, (_, at) => `Item ${at}`));
    expect(items.at(-1)!.position).toBe(2_499);
  });

  it('400: an invalid id', async () => {
    expect(refusedPaths(await client().query('boards.imports.get', {}))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    await expectUnauthorized(project.workspace, (each) => get(id, each));
  });

  it('403: a token without the scope read', async () => {
    await expectNeedsScope(project.workspace, 'read', (each) => get(id, each));
  });

  it("404: another user's import looks exactly like a missing one", async () => {
    const colleague = await project.organization.addMember('admin');
    await expectHidden(id, (asked) => get(asked, colleague.client));
  });

  it("404: another organization's id looks exactly like a missing id", async () => {
    const other = await aProject();
    await expectHidden(id, (asked) => get(asked, other.organization.owner.client));
  });
});

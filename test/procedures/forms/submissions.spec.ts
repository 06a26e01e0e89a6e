import { beforeAll, describe, expect, it } from 'vitest';
import type { FormId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, submit } from '../../support/factories/form.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('forms.submissions', () => {
  let board: TestBoard;
  let formId: FormId;
  let ids: string[];
  const owner = () => board.organization.owner;
  const list = (input: object) => owner().client.query('forms.submissions.list', { formId, ...input });
  const idsOf = (answer: { data: { submissions: { id: string }[] } }) =>
    answer.data.submissions.map(({ id }) => id);
  const update = (id: string, status: string, more: object = {}) =>
    owner().client.mutate('forms.submissions.update', { id, status, ...more });

  beforeAll(async () => {
    board = await aBoard();
    formId = await aForm(board);
    ids = [];
    for (let count = 0; count < 5; count += 1) {
      const { body } = await submit(board, formId, { subject: `Number ${count}` });
      ids.unshift((body as { submissionId: string }).submissionId);
    }
  });

  it('list: newest first, in pages', async () => {
    const first = await list({ limit: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.data.nextCursor).toBe(ids[1]);
    const second = await list({ limit: 3, cursor: first.data.nextCursor });
    expect(idsOf(second)).toEqual(ids.slice(2));
    expect(second.data.nextCursor).toBeNull();
    expect(refusedPaths(await list({ limit: 201 }))).toEqual(['limit']);
    const other = await aForm(board);
    expect(
      refusedPaths(await owner().client.query('forms.submissions.list', { formId: other, cursor: ids[0] })),
    ).toEqual(['cursor']);
  });

  it('update: any status to any other, filtered by the list', async () => {
    const [id] = ids as [string];
    for (const status of ['reviewed', 'archived', 'new', 'archived', 'reviewed'])
      expect((await update(id, status)).data.status).toBe(status);
    expect(idsOf(await list({ status: 'reviewed' }))).toEqual([id]);
    expect(idsOf(await list({ status: 'archived' }))).toEqual([]);
    expect(idsOf(await list({ status: 'new' }))).toEqual(ids.slice(1));
    // The cursor names a submission that has left the filter.
    expect(idsOf(await list({ status: 'new', cursor: id }))).toEqual(ids.slice(1));
    expect(refusedPaths(await update(id, 'done'))).toEqual(['status']);
    expect(refusedPaths(await list({ status: 'done' }))).toEqual(['status']);
  });

  it('update: emits an event for a change, and rejects an old version', async () => {
    const [, id] = ids as [string, string];
    const before = (await owner().client.query('forms.submissions.get', { id })).data;
    const events = await eventsDuring(board.organization, async () => {
      expect((await update(id, 'new')).data).toEqual(before);
      expect((await update(id, 'reviewed')).data.updatedAt > before.updatedAt).toBe(true);
      expect((await update(id, 'new', { expectedUpdatedAt: before.updatedAt })).status).toBe(409);
    });
    expect(events).toMatchObject([
      {
        type: 'submission.updated',
        boardId: board.id,
        data: { form: { id: formId }, submissionId: id, status: 'reviewed', previousStatus: 'new' },
      },
    ]);
  });

  it('403: a viewer reads submissions and does not change them; a guest does neither', async () => {
    const viewer = await board.workspace.addMember('viewer');
    const guest = await board.organization.addMember('guest');
    const [id] = ids as [string];
    const change = { id, status: 'archived' };
    expect((await viewer.client.query('forms.submissions.get', { id })).status).toBe(200);
    expect((await viewer.client.mutate('forms.submissions.update', change)).status).toBe(403);
    expect((await guest.client.query('forms.submissions.get', { id })).status).toBe(403);
    expect((await guest.client.query('forms.submissions.list', { formId })).status).toBe(403);
  });

  it('404: another organization', async () => {
    const { owner: stranger } = (await aBoard()).organization;
    const [id] = ids as [string];
    await expectHidden(id, (other) => stranger.client.query('forms.submissions.get', { id: other }));
    await expectHidden(id, (other) =>
      stranger.client.mutate('forms.submissions.update', { id: other, status: 'new' }),
    );
    await expectHidden(formId, (other) => stranger.client.query('forms.submissions.list', { formId: other }));
  });

  it('keep their answers when the item is permanently deleted', async () => {
    const id = ids.at(-1)!;
    const { itemId, data } = (await owner().client.query('forms.submissions.get', { id })).data;
    await made(owner().client, 'items.delete', { id: itemId });
    expect((await owner().client.query('forms.submissions.get', { id })).data.itemId).toBe(itemId);
    await made(owner().client, 'trash.purge', { ids: [itemId] });
    expect((await owner().client.query('forms.submissions.get', { id })).data).toMatchObject({
      itemId: null,
      data,
    });
  });
});

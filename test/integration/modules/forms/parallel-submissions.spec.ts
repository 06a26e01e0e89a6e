import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { valueOf } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { whileLocked } from '../../../support/waiting';

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('parallel submissions', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner.client;
  const countOf = async (id: string) => {
    const [written] = (
      await board.organization.app.sql.query<{ items: number; submissions: number }>(
        `select count(*)::int as submissions, count(item_id)::int as items from form_submissions where form_id = $1`,
        [id],
      )
    ).rows;
    const { submissionCount } = (await owner().query('forms.get', { id })).data;
    return { ...written!, submissionCount };
  };

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
  });

  it('are all written and counted', async () => {
    const id = await aForm(board);
    const answers = await Promise.all(Array.from({ length: 60 }, () => submit(board, id)));
    expect(statuses(answers)).toEqual(Array(60).fill(200));
    expect(await countOf(id)).toEqual({ items: 60, submissions: 60, submissionCount: 60 });
  });

  it('survive changes of the form and of the board', async () => {
    const id = await aForm(board, {
      mappings: [{ formField: 'subject', target: 'column', columnId: board.column('Text') }],
    });
    const changes = async () => {
      for (let count = 0; count < 8; count += 1) {
        await made(owner(), 'forms.update', { id, name: `Name ${count}` });
        await made(owner(), 'columns.create', { boardId: board.id, name: `Column ${count}`, type: 'text' });
      }
    };
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, () => submit(board, id))),
      changes(),
    ]);
    const written = answers.filter(({ status }) => status === 200).length;
    // A call that meets four changes in a row has to be repeated by the client.
    expect(new Set(statuses(answers))).toSatisfy((found: Set<number>) =>
      [...found].every((status) => status === 200 || status === 409),
    );
    expect(written).toBeGreaterThan(30);
    expect(await countOf(id)).toEqual({ items: written, submissions: written, submissionCount: written });
  });

  it('and a form that becomes a draft or is closed exclude each other', async () => {
    for (const status of ['draft', 'closed', 'draft', 'draft']) {
      const id = await aForm(board);
      const [answers, changed] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, () => submit(board, id))),
        owner().mutate('forms.update', { id, status }),
      ]);
      const written = answers.filter((answer) => answer.status === 200).length;
      expect(await countOf(id)).toMatchObject({ submissions: written });
      const form = (await owner().query('forms.get', { id })).data;
      expect(form.status).toBe(changed.status === 200 ? status : 'published');
      // A draft has no submissions.
      expect(form.status === 'draft' && written > 0).toBe(false);
    }
  });

  it('with one Idempotency-Key are one', async () => {
    const id = await aForm(board);
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit(board, id, { subject: 'Once' }, undefined, key)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countOf(id)).toEqual({ items: 1, submissions: 1, submissionCount: 1 });
  });

  it('that wait for a lock are written once, with each computed value', async () => {
    const { organization } = board;
    const columns = [
      { name: 'Count', type: 'number' },
      { name: 'Double', type: 'formula', config: { expression: '{Count} * 2' } },
    ];
    const counted = await aBoard({ organization, columns });
    const id = await aForm(counted, {
      components: [{ type: 'number', key: 'count', label: 'Count' }],
      mappings: [{ formField: 'count', target: 'column', columnId: counted.column('Count') }],
    });
    const answer = await whileLocked(organization.app, `select from forms where id = '${id}' for update`, {
      begin: () => submit(counted, id, { count: 4 }, owner()),
    });
    expect(answer.status).toBe(200);
    expect(await countOf(id)).toEqual({ items: 1, submissions: 1, submissionCount: 1 });
    const { submissionId } = answer.body as { submissionId: string };
    const { itemId } = (await owner().query('forms.submissions.get', { id: submissionId })).data;
    expect(await valueOf(counted, itemId, counted.column('Double'))).toBe(8);
  });
});

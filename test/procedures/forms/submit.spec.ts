import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { APEX, WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, anyone, SUBJECT, submit } from '../../support/factories/form.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

describe('POST /api/forms/<form_id>/submit', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner;
  const idOf = (answer: { body: unknown }) => (answer.body as { submissionId: string }).submissionId;
  const submission = async (id: string) => (await owner().client.query('forms.submissions.get', { id })).data;
  const item = async (id: string) => (await owner().client.query('items.get', { id })).data;

  beforeAll(async () => {
    board = await aBoard({ groups: ['First', 'Second'] });
  });

  it('200: an anonymous submission creates an item in the group of the form', async () => {
    const formId = await aForm(board, {
      name: 'Contact',
      components: [SUBJECT, { type: 'textarea', key: 'details', label: 'Details' }],
      mappings: [
        { formField: 'subject', columnId: null, target: 'item_name' },
        { formField: 'details', columnId: null, target: 'item_description' },
      ],
      settings: {
        successMessage: 'Got it',
        groupId: board.group('Second'),
        notifyOnSubmit: [owner().userId],
      },
    });
    let answer: Awaited<ReturnType<typeof submit>>;
    const events = await eventsDuring(board.organization, async () => {
      answer = await submit(board, formId, {
        subject: 'Broken  lamp\n',
        details: 'It <b>blinks</b>\nat night',
      });
    });
    expect(answer!.status).toBe(200);
    expect(answer!.body).toEqual({
      success: true,
      message: 'Got it',
      submissionId: expect.stringMatching(/^sub_[0-9A-Z]{26}$/),
    });
    const written = await submission(idOf(answer!));
    expect(written).toEqual({
      id: idOf(answer!),
      formId,
      data: { subject: 'Broken  lamp\n', details: 'It <b>blinks</b>\nat night' },
      itemId: expect.stringMatching(/^itm_/),
      status: 'new',
      submittedBy: null,
      submittedAt: expect.any(String),
      updatedAt: expect.any(String),
      omitted: [],
    });
    expect(await item(written.itemId)).toMatchObject({
      name: 'Broken lamp',
      description: '<p>It &lt;b&gt;blinks&lt;/b&gt;</p><p>at night</p>',
      groupId: board.group('Second'),
      createdBy: owner().userId,
    });
    expect(events).toMatchObject([
      { type: 'item.created', boardId: board.id, actorId: null },
      {
        type: 'form.submitted',
        boardId: board.id,
        actorId: null,
        data: {
          form: { id: formId, name: 'Contact', status: 'published' },
          submissionId: written.id,
          itemId: written.itemId,
          submittedBy: null,
          notifyOnSubmit: [owner().userId],
        },
      },
    ]);
    const { data } = await owner().client.query('forms.get', { id: formId });
    expect(data.submissionCount).toBe(1);
  });

  it('400: missing, unknown and wrong answers are named by their keys, and nothing is written', async () => {
    const formId = await aForm(board, {
      components: [
        { ...SUBJECT, validate: { required: true, minLength: 2, maxLength: 5 } },
        { type: 'number', key: 'age', label: 'Age', validate: { min: 18, max: 99 } },
        { type: 'select', key: 'kind', label: 'Kind', data: { values: [{ label: 'A', value: 'a' }] } },
        { type: 'checkbox', key: 'agree', label: 'Agree', validate: { required: true } },
        { type: 'email', key: 'mail', label: 'Mail' },
        { type: 'datetime', key: 'at', label: 'At' },
        { type: 'url', key: 'site', label: 'Site' },
        { type: 'phoneNumber', key: 'phone', label: 'Phone' },
        { type: 'file', key: 'files', label: 'Files', multiple: true },
      ],
    });
    const events = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await submit(board, formId, {}))).toEqual(['subject', 'agree']);
      const wrong = {
        subject: 'x',
        age: 17,
        kind: 'b',
        agree: 'yes',
        mail: 'no-address',
        at: '2026-02-30',
        site: 'javascript:alert(1)',
        phone: 'call me',
        files: ['no'],
        other: 1,
      };
      const paths = refusedPaths(await submit(board, formId, wrong));
      expect(paths.toSorted()).toEqual(Object.keys(wrong).toSorted());
      for (const body of [
        '[]',
        '"text"',
        '7',
        'null,',
        '{"__proto__":{"subject":"a"}}',
        '{"constructor":"a"}',
      ])
        expect((await submit(board, formId, body)).status, body).toBe(400);
      const nul = await submit(board, formId, { subject: 'a\u0000', agree: true });
      expect(refusedPaths(nul)).toEqual(['subject']);
    });
    expect(events).toEqual([]);
  });

  it('404: a draft, another organization, an unknown id', async () => {
    const draft = await aForm(board, { status: 'draft' });
    const other = await aBoard();
    const foreign = await aForm(other);
    for (const id of [draft, foreign, newId('form'), 'frm_1', '%00'])
      expect((await submit(board, id)).status, id).toBe(404);
    const formId = await aForm(board);
    const apex = new WireClient(board.organization.app, {});
    expect((await submit(board, formId, {}, apex)).status, APEX).toBe(404);
    const named = apex.as({ headers: { 'x-tenant-id': board.organization.id } });
    expect((await submit(board, formId, {}, named)).status).toBe(200);
  });

  it('409: a closed form', async () => {
    const formId = await aForm(board, { status: 'closed' });
    const answer = await submit(board, formId);
    expect(answer.status).toBe(409);
    expect(answer.error!.data).toMatchObject({ code: 'CONFLICT', reason: 'form_closed' });
    await made(owner().client, 'forms.update', { id: formId, status: 'published' });
    expect((await submit(board, formId)).status).toBe(200);
  });

  it('401: a form that requires a member, for all others', async () => {
    const formId = await aForm(board, { settings: { requireAuth: true } });
    expect((await submit(board, formId)).status).toBe(401);
    const guest = await board.organization.addMember('guest');
    const answer = await submit(board, formId, { subject: 'Mine' }, guest.client);
    expect(answer.status).toBe(200);
    const written = await submission(idOf(answer));
    expect(written.submittedBy).toBe(guest.userId);
    expect((await item(written.itemId)).createdBy).toBe(guest.userId);
    const unknown = anyone(board).as({ token: 'svc_pat_unknown' });
    expect((await submit(board, formId, {}, unknown)).status).toBe(401);
    expect((await submit(board, await aForm(board), {}, unknown)).status).toBe(401);
  });

  it('409: one submission of each user, also under 20 parallel ones', async () => {
    const formId = await aForm(board, { settings: { requireAuth: true, allowMultiple: false } });
    const member = await board.organization.addMember('member');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(board, formId, { subject: 'Once' }, member.client)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await submit(board, formId, { subject: 'Other' }, owner().client)).status).toBe(200);
    const { data } = await owner().client.query('forms.get', { id: formId });
    expect(data.submissionCount).toBe(2);
  });

  it('200: a repeat with an Idempotency-Key returns the first response', async () => {
    const formId = await aForm(board);
    const key = { 'idempotency-key': newId('event') };
    const events = await eventsDuring(board.organization, async () => {
      const first = await submit(board, formId, { subject: 'One' }, undefined, key);
      const again = await submit(board, formId, { subject: 'One' }, undefined, key);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect((await submit(board, formId, { subject: 'Two' }, undefined, key)).status).toBe(409);
    });
    expect(events.map(({ type }) => type)).toEqual(['item.created', 'form.submitted']);
    await made(owner().client, 'forms.update', { id: formId, status: 'closed' });
    expect((await submit(board, formId, { subject: 'One' }, undefined, key)).status).toBe(200);
  });

  it('415 and 413: JSON of at most 1 MiB', async () => {
    const formId = await aForm(board);
    const form = await submit(board, formId, 'subject=a', undefined, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.status).toBe(415);
    expect((await submit(board, formId, { subject: 'a'.repeat(1024 * 1024) })).status).toBe(413);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { WireAnswer, WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile, type TestFile } from '../../support/factories/file.factory';
import { aForm, anyone, submit } from '../../support/factories/form.factory';
import { made } from '../../support/factories/workspace.factory';
import { type FormPart, upload } from '../../support/multipart';
import { eventsDuring, refusedPaths } from '../../support/refusals';

const FILES = { type: 'file', key: 'papers', label: 'Papers', multiple: true };

describe('files of forms', () => {
  let board: TestBoard;
  let formId: string;
  const owner = () => board.organization.owner;
  const send = (id: string, parts: FormPart[], client: WireClient = anyone(board), headers = {}) =>
    upload(client, parts, { path: `/api/forms/${id}/files`, headers });
  const filesOf = (answer: WireAnswer) => (answer.body as { files: TestFile[] }).files;
  const sent = async (id = formId) => filesOf(await send(id, [{ name: 'cv.txt', content: 'My life' }]))[0]!;
  const submission = async (answer: WireAnswer) => {
    const { submissionId: id } = answer.body as { submissionId: string };
    return (await owner().client.query('forms.submissions.get', { id })).data;
  };
  const download = (id: string, client: WireClient) => client.request('GET', `/api/files/${id}`);

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Papers', type: 'file' }] });
    formId = await aForm(board, {
      components: [FILES],
      mappings: [{ formField: 'papers', target: 'column', columnId: board.column('Papers') }],
    });
  });

  it('201: anyone uploads, and a submission puts the files into the cell of its item', async () => {
    const answer = await send(formId, [
      { name: '../a<b>.txt', content: 'One' },
      { name: 'b.html', content: '<script>alert(1)</script>', type: 'image/png' },
    ]);
    expect(answer.status).toBe(201);
    const files = filesOf(answer);
    expect(files).toEqual([
      {
        id: expect.stringMatching(/^file_/),
        name: 'a<b>.txt',
        url: expect.any(String),
        size: 3,
        type: 'text/plain',
      },
      expect.objectContaining({ name: 'b.html', type: 'text/html' }),
    ]);
    const papers = files.map(({ id }) => id);
    const written = await submission(await submit(board, formId, { papers }));
    expect(written).toMatchObject({ data: { papers }, omitted: [] });
    const item = (await owner().client.query('items.get', { id: written.itemId })).data;
    expect(item.values[board.column('Papers')]).toMatchObject(files.map(({ id, name }) => ({ id, name })));
  });

  it('members who see the board download them, others do not', async () => {
    const { id } = await sent();
    expect((await download(id, owner().client)).status).toBe(404);
    await submit(board, formId, { papers: [id] });
    expect((await download(id, owner().client)).bytes.toString()).toBe('My life');
    const guest = await board.organization.addMember('guest');
    await made(owner().client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'edit',
    });
    const unmapped = await aForm(board, { components: [FILES], mappings: [] });
    const hidden = await sent(unmapped);
    const written = await submission(await submit(board, unmapped, { papers: [hidden.id] }));
    const viewer = await board.workspace.addMember('viewer');
    expect((await download(hidden.id, viewer.client)).status).toBe(200);
    expect((await download(hidden.id, guest.client)).status).toBe(404);
    expect((await download(hidden.id, anyone(board))).status).toBe(401);
    // The submission keeps them when its item is deleted.
    await made(owner().client, 'items.delete', { id: written.itemId });
    await made(owner().client, 'trash.purge', { ids: [written.itemId] });
    expect((await download(hidden.id, viewer.client)).status).toBe(200);
  });

  it('400: a file of another form, of a member, of another submission, or twice', async () => {
    const other = await aForm(board, { components: [FILES], mappings: [] });
    const foreign = await aBoard();
    const elsewhere = await aForm(foreign, { components: [FILES], mappings: [] });
    const used = await sent();
    expect((await submit(board, formId, { papers: [used.id] })).status).toBe(200);
    const inForeign = filesOf(await send(elsewhere, [{ name: 'a.txt', content: 'a' }], anyone(foreign)))[0]!;
    const ids = [used.id, (await sent(other)).id, (await aFile(owner().client)).id, inForeign.id];
    const events = await eventsDuring(board.organization, async () => {
      for (const id of ids) {
        const answer = await submit(board, formId, { papers: [id] });
        expect(refusedPaths(answer)).toEqual(['papers']);
        expect(answer.error!.message).toBe('papers: No such file');
      }
    });
    expect(events).toEqual([]);

    const wanted = await sent();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit(board, formId, { papers: [wanted.id] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('404, 409, 401 and 400: only for a form that accepts files', async () => {
    const part = [{ name: 'a.txt', content: 'a' }];
    const draft = await aForm(board, { components: [FILES], mappings: [], status: 'draft' });
    const closed = await aForm(board, { components: [FILES], mappings: [], status: 'closed' });
    const strict = await aForm(board, { components: [FILES], mappings: [], settings: { requireAuth: true } });
    expect((await send(draft, part)).status).toBe(404);
    expect((await send('frm_1', part)).status).toBe(404);
    expect((await send(closed, part)).status).toBe(409);
    expect((await send(strict, part)).status).toBe(401);
    expect((await send(strict, part, owner().client)).status).toBe(201);
    expect((await send(await aForm(board), part)).status).toBe(400);
    expect((await anyone(board).request('POST', `/api/forms/${formId}/files`, {})).status).toBe(415);
    expect((await send(formId, [])).status).toBe(400);
  });

  it('429: a limit for the files of a form that were not submitted', async () => {
    const id = await aForm(board, {
      components: [FILES, { type: 'textfield', key: 'subject', label: 'Subject' }],
      mappings: [{ formField: 'subject', target: 'item_name' }],
    });
    const file = await sent(id);
    const { sql } = board.organization.app;
    await sql.query('update files set size_bytes = 1073741824 where id = $1', [file.id]);
    expect((await send(id, [{ name: 'a.txt', content: 'a' }])).status).toBe(429);
    // A rejected submission does not count as the submission of its files.
    const tooLong = await submit(board, id, { papers: [file.id], subject: 'x'.repeat(501) });
    expect(refusedPaths(tooLong)).toEqual(['subject']);
    expect((await send(id, [{ name: 'a.txt', content: 'a' }])).status).toBe(429);
    expect((await submit(board, id, { papers: [file.id] })).status).toBe(200);
    expect((await send(id, [{ name: 'a.txt', content: 'a' }])).status).toBe(201);
    await sql.query('update files set size_bytes = 7 where id = $1', [file.id]);
  });

  it('429: parallel uploads do not exceed the limit together', async () => {
    const id = await aForm(board, { components: [FILES], mappings: [] });
    const file = await sent(id);
    const { sql } = board.organization.app;
    await sql.query('update files set size_bytes = 1073741822 where id = $1', [file.id]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(id, [{ name: 'a.txt', content: 'a' }])),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(6).fill(429)]);
    const { rows } = await sql.query('select from files where form_id = $1', [id]);
    expect(rows).toHaveLength(3);
    await sql.query('update files set size_bytes = 7 where id = $1', [file.id]);
  });

  it('a repeat with an Idempotency-Key returns the first files', async () => {
    const key = { 'idempotency-key': 'upload-once' };
    const part = [{ name: 'a.txt', content: 'a' }];
    const first = await send(formId, part, anyone(board), key);
    const again = await send(formId, part, anyone(board), key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('are removed with the submissions of a deleted form', async () => {
    const id = await aForm(board, { components: [FILES], mappings: [] });
    const file = await sent(id);
    await submit(board, id, { papers: [file.id] });
    await made(owner().client, 'forms.delete', { id });
    const { sql } = board.organization.app;
    await sql.query('delete from form_submissions where form_id = $1', [id]);
    const { rows } = await sql.query('select from file_attachments where file_id = $1', [file.id]);
    expect(rows).toEqual([]);
  });
});

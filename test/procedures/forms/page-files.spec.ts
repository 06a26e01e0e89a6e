import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, SUBJECT } from '../../support/factories/form.factory';
import { Respondent, sendWithFiles } from '../../support/factories/form-page.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aProject } from '../../support/factories/project.factory';
import { type FormPart } from '../../support/multipart';
import { type PageAnswer, wordsOf } from '../../support/page-browser';
import { controlOf, type SentField, sentFields } from '../../support/page-form';

const REQUIRED = { ...SUBJECT, validate: { required: true } };
const PAPERS = { type: 'file', key: 'papers', label: 'Papers', multiple: true, validate: { required: true } };
const PHOTO = { type: 'file', key: 'photo', label: 'Photo' };

describe('files on the public page of a form', () => {
  let app: TestApp;
  let board: TestBoard;
  const open = async (formId: string) => new Respondent(board).open(formId);
  const owner = () => board.organization.owner;
  const aFileForm = () =>
    aForm(board, {
      components: [REQUIRED, PAPERS, PHOTO],
      mappings: [
        { formField: 'subject', target: 'item_name' },
        { formField: 'papers', target: 'column', columnId: board.column('Papers') },
      ],
    });
  const file = (field: string, name: string, content = name): FormPart => ({ field, name, content });
  const typed = (page: PageAnswer, subject: string): SentField[] =>
    sentFields(page.text).map(([name, value]) => [name, name === 'subject' ? subject : value]);
  const send = async (formId: string, page: PageAnswer, subject: string, files: FormPart[]) =>
    sendWithFiles(board, formId, typed(page, subject), files);
  const items = async () => (await owner().client.query('items.list', { boardId: board.id })).data.items;
  const submissions = async (formId: string) =>
    (await owner().client.query('forms.submissions.list', { formId })).data.submissions;
  const storedFiles = async () =>
    Number((await app.sql.query('select count(*) from files where stored_at is not null')).rows[0].count);

  beforeAll(async () => {
    app = await startApp({ FILE_MAX_MIB: '1' });
    const organization = await anOrganization({ app });
    board = await aBoard({
      project: await aProject({ organization }),
      columns: [{ name: 'Papers', type: 'file' }],
    });
  });
  afterAll(() => app.close());

  it('the page sends files, and says how large they can be', async () => {
    const page = await open(await aFileForm());
    expect(page.text).toContain('enctype="multipart/form-data"');
    expect(controlOf(page.text, 'papers')).toMatch(/type="file".* multiple.* required/);
    expect(controlOf(page.text, 'photo')).not.toMatch(/multiple|required/);
    expect(wordsOf(page)).toContain('Papers * At most 1 MiB each');
  });

  it('303: the files are in the submission and in the cell of the item', async () => {
    const formId = await aFileForm();
    const sent = [file('papers', 'a.txt'), file('papers', 'b<i>.txt'), file('photo', '', '')];
    const answer = await send(formId, await open(formId), 'With files', sent);
    expect([answer.status, answer.location]).toEqual([303, `/forms/${formId}?done=submitted`]);
    const [submission] = await submissions(formId);
    expect(submission.data).toEqual({
      subject: 'With files',
      papers: [expect.any(String), expect.any(String)],
    });
    const item = (await items()).find(({ id }: { id: string }) => id === submission.itemId);
    expect(item.values[board.column('Papers')]).toMatchObject([{ name: 'a.txt' }, { name: 'b<i>.txt' }]);
  });

  it('400: files beyond the limit are not lost without a message', async () => {
    const formId = await aFileForm();
    const papers = Array.from({ length: 20 }, (_, at) => file('papers', `${at}.txt`));
    const rejected = await send(formId, await open(formId), 'Many', [...papers, file('photo', 'me.png')]);
    expect(rejected.status).toBe(400);
    expect(wordsOf(rejected)).toContain('At most 20 files are received at a time; choose the others again');
    expect(await submissions(formId)).toEqual([]);
    const answer = await send(formId, rejected, 'Many', [file('photo', 'me.png')]);
    expect(answer.status).toBe(303);
    const [{ data }] = await submissions(formId);
    expect([data.papers.length, data.photo.length]).toEqual([20, 1]);
  });

  it('400: files are kept when another field is rejected, can be removed, and more can be added', async () => {
    const formId = await aFileForm();
    const sent = [file('papers', 'a.txt'), file('papers', '"><b>.txt'), file('photo', 'me.png')];
    const rejected = await send(formId, await open(formId), '', sent);
    expect(rejected.status).toBe(400);
    expect(wordsOf(rejected)).toContain('Received; uncheck to remove a.txt (5 bytes) "><b>.txt (9 bytes)');
    expect(controlOf(rejected.text, 'papers')).not.toContain('required');
    const kept = typed(rejected, 'Now').filter(([, value]) => value !== secondKept(rejected));
    const answer = await sendWithFiles(board, formId, kept, [
      file('papers', 'c.txt'),
      file('photo', 'new.png'),
    ]);
    expect(answer.status).toBe(303);
    const [{ data, itemId }] = await submissions(formId);
    const item = (await items()).find(({ id }: { id: string }) => id === itemId);
    expect(item.values[board.column('Papers')]).toMatchObject([{ name: 'a.txt' }, { name: 'c.txt' }]);
    // A new file replaces the one of a field with a single file.
    expect(data.photo).toHaveLength(1);
    const { rows } = await app.sql.query('select name from files where id = any ($1)', [data.photo]);
    expect(rows).toEqual([{ name: 'new.png' }]);
  });

  const secondKept = (page: PageAnswer) =>
    sentFields(page.text).filter(([name]) => name === '_file-papers')[1]![1];

  it('a file without a name is kept, an empty one without a name is no file', async () => {
    const formId = await aFileForm();
    const sent = [
      file('papers', '', 'Content'),
      file('papers', 'folder/', 'Content'),
      file('papers', 'empty.txt', ''),
    ];
    const answer = await send(formId, await open(formId), '', [...sent, file('papers', '', '')]);
    expect(wordsOf(answer)).toContain('file (7 bytes) file (7 bytes) empty.txt (0 bytes)');
    expect(sentFields(answer.text).filter(([name]) => name === '_file-papers')).toHaveLength(3);
  });

  it('the same page with the same files sent again is the same submission', async () => {
    const formId = await aFileForm();
    const page = await open(formId);
    for (const name of ['a.txt', 'a.txt', 'b.txt'])
      expect((await send(formId, page, 'Once', [file('papers', name)])).status).toBe(303);
    expect(await submissions(formId)).toHaveLength(2);
  });

  it('400: a file that is too large, at its field; the others and the fields after it are kept', async () => {
    const formId = await aFileForm();
    const page = await open(formId);
    const [token] = sentFields(page.text);
    const large = file('papers', 'large.bin', 'x'.repeat(2 ** 20 + 1));
    const answer = await sendWithFiles(
      board,
      formId,
      [token!],
      [large, file('papers', 'b.txt'), { field: 'subject', name: null, content: 'After it' }],
    );
    expect(answer.status).toBe(400);
    expect(wordsOf(answer)).toContain('Papers : Must be at most 1 MiB');
    expect(wordsOf(answer)).toContain('b.txt (5 bytes)');
    expect(sentFields(answer.text)).toContainEqual(['subject', 'After it']);
    expect((await send(formId, answer, 'After it', [])).status).toBe(303);
  });

  it('400: a required file, and other errors at the same time', async () => {
    const formId = await aFileForm();
    const answer = await send(formId, await open(formId), '', [file('papers', '', '')]);
    expect(answer.status).toBe(400);
    expect(wordsOf(answer)).toContain('Subject : Required Papers : Required');
    const large = file('papers', 'large.bin', 'x'.repeat(2 ** 20 + 1));
    const both = await send(formId, await open(formId), '', [large]);
    expect(wordsOf(both)).toContain('Subject : Required Papers : Must be at most 1 MiB');
  });

  it('nothing is stored without a valid page, for a filled trap, or for a field that takes no files', async () => {
    const formId = await aFileForm();
    const fields = sentFields((await open(formId)).text);
    const before = await storedFiles();
    const changed = (name: string, value: string): SentField[] =>
      fields.map(([each, old]) => [each, each === name ? value : old]);
    for (const sent of [[], changed('_token', 'x'), changed('_website', 'x')]) {
      const answer = await sendWithFiles(board, formId, sent, [file('papers', 'a.txt')]);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('a.txt');
    }
    const wrong = await sendWithFiles(board, formId, fields, [
      file('subject', 'a.txt'),
      file('other', 'b.txt'),
    ]);
    expect(wrong.status).toBe(400);
    const closed = await aForm(board, { components: [PAPERS], mappings: [], status: 'closed' });
    expect((await sendWithFiles(board, closed, fields, [file('papers', 'a.txt')])).status).toBe(400);
    expect(await storedFiles()).toBe(before);
  });

  it('400: kept files of another form or field, and changed ones, are left out', async () => {
    const formId = await aFileForm();
    const rejected = await send(formId, await open(formId), '', [file('papers', 'a.txt')]);
    const sealed = sentFields(rejected.text).find(([name]) => name === '_file-papers')![1];
    const other = await aFileForm();
    const cases: [string, string, string][] = [
      [other, '_file-papers', sealed],
      [formId, '_file-photo', sealed],
      [formId, '_file-papers', `${sealed}A`],
    ];
    for (const [id, name, value] of cases) {
      const page = await open(id);
      const answer = await sendWithFiles(board, id, [...typed(page, 'Subject'), [name, value]], []);
      expect(answer.status).toBe(400);
      expect(wordsOf(answer)).toContain('Papers : Required');
      expect(answer.text).not.toContain('a.txt');
    }
  });

  it('400: a malformed form', async () => {
    const formId = await aFileForm();
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      origin: `http://${board.organization.slug}.trestle.test`,
    };
    const { browser } = new Respondent(board);
    for (const body of [
      '--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nHalf',
      'nothing',
      '--x--\r\n',
    ]) {
      const answer = await browser.post(`/forms/${formId}`, body, headers);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toContain('text/html');
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { startApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, SUBJECT } from '../../support/factories/form.factory';
import { afterSeconds, Respondent } from '../../support/factories/form-page.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aProject } from '../../support/factories/project.factory';
import { made } from '../../support/factories/workspace.factory';
import { type PageAnswer, PageBrowser, wordsOf } from '../../support/page-browser';
import { controlOf, sentFields } from '../../support/page-form';
import { eventsDuring } from '../../support/refusals';

const REQUIRED = { ...SUBJECT, validate: { required: true, maxLength: 20 } };

describe('the public page of a form', () => {
  let board: TestBoard;
  let visitor: Respondent;
  const owner = () => board.organization.owner;
  const signedIn = async (userId = owner().userId) =>
    new Respondent(board, { cookie: (await aSession(userId, { app: board.organization.app })).cookie });
  const submissions = async (formId: string) =>
    (await owner().client.query('forms.submissions.list', { formId })).data.submissions;
  const isSubmitted = (answer: PageAnswer, formId: string) =>
    expect([answer.status, answer.location]).toEqual([303, `/forms/${formId}?done=submitted`]);

  beforeAll(async () => {
    board = await aBoard();
    visitor = new Respondent(board);
  });

  describe('GET', () => {
    it('200: name, description and fields, at publicUrl', async () => {
      const formId = await aForm(board, {
        name: 'Contact us',
        description: 'We answer <soon>\nAlways',
        components: [
          { ...REQUIRED, description: 'In a few words', tooltip: 'Or one', placeholder: 'A lamp' },
        ],
      });
      const { data } = await owner().client.query('forms.get', { id: formId });
      expect(new URL(data.publicUrl).pathname).toBe(`/forms/${formId}`);
      const page = await visitor.open(formId);
      expect(page.status).toBe(200);
      expect(page.text).toContain('<h1>Contact us</h1>');
      expect(page.text).toContain('We answer &lt;soon&gt;\nAlways');
      expect(page.text).toContain('<label for="field-subject">');
      const control = controlOf(page.text, 'subject');
      for (const attribute of [
        'type="text"',
        'placeholder="A lamp"',
        'maxlength="20"',
        'required',
        'aria-describedby="field-subject-hint"',
      ])
        expect(control).toContain(attribute);
      expect(wordsOf(page)).toContain('Subject * In a few words Or one At most 20 characters');
      expect(page.headers['cache-control']).toBe('no-store');
    });

    it('404: a draft, a deleted form, an unknown one, one of another organization, and no id', async () => {
      const draft = await aForm(board, { status: 'draft' });
      const deleted = await aForm(board);
      await made(owner().client, 'forms.delete', { id: deleted });
      const other = await aBoard();
      const foreign = await aForm(other);
      const ids = [draft, deleted, foreign, newId('form'), 'frm_x', '..%2f', 'x'.repeat(300)];
      for (const by of [visitor, await signedIn()]) {
        const answers = await Promise.all(ids.map((id) => by.open(id)));
        expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
        const texts = answers.map(({ text }) => text.replace(/<code>[^<]*<\/code>/, ''));
        expect(new Set(texts).size).toBe(1);
        expect((await by.browser.post(`/forms/${draft}`, {})).status).toBe(404);
      }
      expect((await new PageBrowser(board.organization.app).get(`/forms/${foreign}`)).status).toBe(404);
    });

    it('200: a closed form says so and has no fields', async () => {
      const formId = await aForm(board, { name: 'Old', description: 'About', status: 'closed' });
      const page = await visitor.open(formId);
      expect(page.status).toBe(200);
      expect(wordsOf(page)).toContain('Old About This form no longer accepts submissions.');
      expect(page.text).not.toContain('<form');
    });

    it('every field type has a fitting input', async () => {
      const options = [
        { label: 'One', value: '1' },
        { label: '', value: '2' },
      ];
      const formId = await aForm(board, {
        components: [
          SUBJECT,
          { type: 'textarea', key: 'details', label: 'Details', defaultValue: '\nA <b>' },
          { type: 'select', key: 'one', label: 'One', placeholder: 'Pick', data: { values: options } },
          { type: 'select', key: 'several', label: 'Several', multiple: true, data: { values: options } },
          { type: 'radio', key: 'radio', values: options, defaultValue: '2', validate: { required: true } },
          { type: 'radio', key: 'maybe', values: options },
          { type: 'number', key: 'count', label: 'Count', validate: { min: 0, max: 10 }, defaultValue: 2.5 },
          { type: 'email', key: 'mail', label: 'Mail' },
          { type: 'phoneNumber', key: 'phone', label: 'Phone' },
          { type: 'url', key: 'site', label: 'Site' },
          { type: 'datetime', key: 'at', label: 'At', defaultValue: '2026-03-01T10:00:00Z' },
          { type: 'checkbox', key: 'agree', label: 'Agree', defaultValue: true },
          { type: 'checkbox', key: 'news', label: 'News', validate: { required: true } },
          { type: 'hidden', key: 'source', defaultValue: 'web "1"' },
          { type: 'textfield', key: 'first_name', label: 'First name' },
        ],
      });
      const { text } = await visitor.open(formId);
      const expected: [string, string[]][] = [
        ['one', ['id="field-one"']],
        ['count', ['type="number"', 'inputmode="decimal"', 'step="any"', 'min="0"', 'max="10"']],
        ['mail', ['type="email"', 'inputmode="email"', 'autocomplete="email"']],
        ['phone', ['type="tel"', 'inputmode="tel"', 'autocomplete="tel"']],
        ['site', ['type="url"', 'inputmode="url"', 'autocomplete="url"']],
        ['at', ['type="datetime-local"', 'aria-describedby="field-at-hint"']],
        ['first_name', ['autocomplete="given-name"']],
        ['news', ['type="checkbox"', 'required']],
      ];
      for (const [name, attributes] of expected)
        for (const attribute of attributes) expect(controlOf(text, name), name).toContain(attribute);
      expect(text).toContain('Time zone: UTC');
      expect(text).toContain('<option value="">Pick</option>');
      expect(text.match(/<fieldset/g)).toHaveLength(3);
      expect(text.match(/role="radiogroup"/g)).toHaveLength(2);
      const sent = sentFields(text).filter(([name]) => !name.startsWith('_'));
      expect(sent).toEqual([
        ['subject', ''],
        ['details', '\nA <b>'],
        ['one', ''],
        ['radio', '2'],
        ['maybe', ''],
        ['count', '2.5'],
        ['mail', ''],
        ['phone', ''],
        ['site', ''],
        ['at', '2026-03-01T10:00'],
        ['agree', 'true'],
        ['source', 'web "1"'],
        ['first_name', ''],
      ]);
    });

    it('a select field with 500 options and a label of 500 characters', async () => {
      const values = Array.from({ length: 500 }, (_, at) => ({ label: `Option ${at}`, value: `o${at}` }));
      const formId = await aForm(board, {
        components: [
          { ...SUBJECT, label: 'שלום '.repeat(100) },
          { type: 'select', key: 'one', label: 'One', data: { values } },
          { type: 'select', key: 'many', label: 'Many', multiple: true, data: { values } },
        ],
      });
      const { status, text } = await visitor.open(formId);
      expect(status).toBe(200);
      expect(text.match(/<option /g)).toHaveLength(1_001);
      expect(controlOf(text, 'many')).toContain('multiple');
    });
  });

  describe('POST', () => {
    it('303: creates the item, and shows the message at an address that can be reloaded', async () => {
      const formId = await aForm(board, { settings: { successMessage: 'Thanks <you>\nBye' } });
      const page = await visitor.open(formId);
      const answer = await visitor.submit(formId, page, { subject: 'Broken lamp' });
      isSubmitted(answer, formId);
      const [submission] = await submissions(formId);
      expect(submission).toMatchObject({ data: { subject: 'Broken lamp' }, submittedBy: null });
      const { data: item } = await owner().client.query('items.get', { id: submission.itemId });
      expect(item).toMatchObject({ name: 'Broken lamp', boardId: board.id });
      const done = await visitor.browser.get(answer.location!);
      expect(done.status).toBe(200);
      expect(done.text).toContain('Thanks &lt;you&gt;\nBye');
      expect(wordsOf(done)).toContain('Submit another response');
    });

    it('the same page sent again is the same submission; with other answers it is another', async () => {
      const formId = await aForm(board);
      const page = await visitor.open(formId);
      const [first, second] = await Promise.all([
        visitor.submit(formId, page, { subject: 'Once' }),
        visitor.submit(formId, page, { subject: 'Once' }),
      ]);
      isSubmitted(first, formId);
      isSubmitted(second, formId);
      isSubmitted(await visitor.submit(formId, page, { subject: 'Once' }), formId);
      expect(await submissions(formId)).toHaveLength(1);
      isSubmitted(await visitor.submit(formId, page, { subject: 'Twice' }), formId);
      isSubmitted(await visitor.submit(formId, await visitor.open(formId), { subject: 'Once' }), formId);
      expect(await submissions(formId)).toHaveLength(3);
    });

    it('the same page sent again from another address is the same submission', async () => {
      const formId = await aForm(board);
      const page = await visitor.open(formId);
      const key = { 'idempotency-key': newId('item') };
      for (const headers of [{}, key]) {
        const elsewhere = new Respondent(board, { headers });
        isSubmitted(await elsewhere.submit(formId, page, { subject: 'Once' }), formId);
      }
      expect(await submissions(formId)).toHaveLength(1);
    });

    it('303: to the redirectUrl of the form', async () => {
      for (const redirectUrl of [
        'https://example.com/thanks?a=b',
        'https://example.com',
        'https://exämple.com/ü',
      ]) {
        const formId = await aForm(board, { settings: { redirectUrl } });
        const page = await visitor.open(formId);
        expect(page.headers['content-security-policy']).not.toContain('form-action');
        const answer = await visitor.submit(formId, page, { subject: 'Hello' });
        expect(answer.status).toBe(303);
        expect([redirectUrl, new URL(redirectUrl).href]).toContain(answer.location);
        expect(answer.headers['referrer-policy']).toBe('no-referrer');
      }
    });

    it('400: messages at the fields, a summary with links, and everything that was typed', async () => {
      const options = [
        { label: 'A', value: 'a' },
        { label: 'B', value: 'b' },
        { label: 'C', value: 'c' },
      ];
      const formId = await aForm(board, {
        components: [
          REQUIRED,
          { type: 'textarea', key: 'details', label: 'Details' },
          { type: 'number', key: 'count', label: 'Count', validate: { min: 5 } },
          { type: 'select', key: 'several', label: 'Several', multiple: true, data: { values: options } },
          { type: 'radio', key: 'radio', label: 'Radio', values: options },
          { type: 'checkbox', key: 'news', label: 'News', defaultValue: true },
          { type: 'checkbox', key: 'agree', label: 'Agree', validate: { required: true } },
        ],
      });
      const page = await visitor.open(formId);
      const typed = {
        details: 'A "<b>"\r\nB',
        count: '4',
        several: ['b', 'c'],
        radio: 'c',
        news: null,
        agree: null,
      };
      const events = await eventsDuring(board.organization, async () => {
        const answer = await visitor.submit(formId, page, typed);
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('<title>Error: ');
        expect(answer.text).toMatch(/<div class="problem" role="alert" tabindex="-1" autofocus>/);
        for (const key of ['subject', 'count', 'agree']) {
          expect(answer.text).toContain(`<a href="#field-${key}"`);
          expect(controlOf(answer.text, key)).toContain('aria-invalid="true"');
          expect(controlOf(answer.text, key)).toMatch(
            new RegExp(`aria-describedby="[^"]*field-${key}-problem"`),
          );
          expect(answer.text).toContain(`id="field-${key}-problem"`);
        }
        expect(answer.text).not.toContain('field-details-problem');
        expect(wordsOf(answer)).toContain(
          'Subject : Required Count : Must be at least 5 Agree : Must be checked',
        );
        const again = sentFields(answer.text).filter(([name]) => !name.startsWith('_'));
        expect(again).toEqual([
          ['subject', ''],
          ['details', 'A "<b>"\r\nB'],
          ['count', '4'],
          ['several', 'b'],
          ['several', 'c'],
          ['radio', 'c'],
        ]);
        const fixed = await visitor.submit(formId, answer, { subject: 'Fixed', count: '5', agree: 'true' });
        isSubmitted(fixed, formId);
      });
      expect(events.map(({ type }) => type)).toEqual(['item.created', 'form.submitted']);
      const [{ data }] = await submissions(formId);
      expect(data).toEqual({
        subject: 'Fixed',
        details: 'A "<b>"\nB',
        count: 5,
        several: ['b', 'c'],
        radio: 'c',
        news: false,
        agree: true,
      });
    });

    it('what the API rejects, the page rejects', async () => {
      const formId = await aForm(board, {
        components: [
          SUBJECT,
          { type: 'datetime', key: 'at', label: 'At' },
          { type: 'email', key: 'mail', label: 'Mail' },
          { type: 'select', key: 'one', label: 'One', data: { values: [{ label: 'A', value: 'a' }] } },
        ],
      });
      const page = await visitor.open(formId);
      const cases: [Record<string, string | string[]>, string][] = [
        [{ at: '2026-02-30T10:00' }, 'At'],
        [{ at: 'tomorrow' }, 'At'],
        [{ mail: 'ada' }, 'Mail'],
        [{ one: 'b' }, 'One'],
        [{ subject: ['a', 'b'] }, 'Subject'],
        [{ subject: 'a\u0000b' }, 'Subject'],
        [{ subject: 'x'.repeat(10_001) }, 'Subject'],
        [{ other: 'x' }, 'The form has changed'],
      ];
      for (const [typed, words] of cases) {
        const answer = await visitor.submit(formId, page, typed);
        expect(answer.status, JSON.stringify(typed).slice(0, 50)).toBe(400);
        const alert = /role="alert"[\s\S]*?<\/div>/.exec(answer.text)![0];
        expect(alert).toContain(words);
      }
      expect(await submissions(formId)).toEqual([]);
    });

    it('local times are in the time zone of the organization', async () => {
      const { client } = owner();
      const formId = await aForm(board, {
        components: [
          SUBJECT,
          { type: 'datetime', key: 'at', label: 'At', defaultValue: '2026-07-01T10:00:00Z' },
        ],
      });
      await made(client, 'organizations.update', { timezone: 'America/New_York' });
      try {
        const page = await visitor.open(formId);
        expect(page.text).toContain('Time zone: America/New_York');
        expect(sentFields(page.text)).toContainEqual(['at', '2026-07-01T06:00']);
        isSubmitted(await visitor.submit(formId, page, { at: '2026-01-15T09:30' }), formId);
        const [{ data }] = await submissions(formId);
        expect(data.at).toBe('2026-01-15T14:30:00.000Z');
      } finally {
        await made(client, 'organizations.update', { timezone: 'UTC' });
      }
    });

    it('a field of columns without times asks for a day, which is the same in every time zone', async () => {
      const { client } = owner();
      const dates = await aBoard({
        organization: board.organization,
        columns: [
          { name: 'Due', type: 'date' },
          { name: 'Trip', type: 'date_range' },
          { name: 'Call', type: 'date', config: { includeTime: true } },
        ],
      });
      const at = { type: 'datetime', label: 'At' };
      const to = (formField: string, name: string) => ({
        formField,
        target: 'column',
        columnId: dates.column(name),
      });
      const formId = await aForm(dates, {
        components: [
          { ...at, key: 'due', defaultValue: '2026-05-01T10:00:00Z' },
          { ...at, key: 'trip' },
          { ...at, key: 'call' },
        ],
        mappings: [to('due', 'Due'), to('trip', 'Trip'), to('call', 'Call')],
      });
      await made(client, 'organizations.update', { timezone: 'Pacific/Auckland' });
      try {
        const page = await visitor.open(formId);
        for (const key of ['due', 'trip']) expect(controlOf(page.text, key)).toContain('type="date"');
        expect(controlOf(page.text, 'call')).toContain('type="datetime-local"');
        expect(sentFields(page.text)).toContainEqual(['due', '2026-05-01']);
        const typed = { due: '2026-08-01', trip: '2026-08-02', call: '2026-08-03T08:00' };
        isSubmitted(await visitor.submit(formId, page, typed), formId);
        const [{ itemId }] = await submissions(formId);
        const { data } = await client.query('items.get', { id: itemId });
        expect(data.values[dates.column('Due')]).toBe('2026-08-01T00:00:00.000Z');
        expect(data.values[dates.column('Trip')]).toMatchObject({
          start: expect.stringMatching(/^2026-08-02/),
        });
        expect(data.values[dates.column('Call')]).toBe('2026-08-02T20:00:00.000Z');
      } finally {
        await made(client, 'organizations.update', { timezone: 'UTC' });
      }
    });

    it('409: a form that was closed meanwhile shows what was typed', async () => {
      const formId = await aForm(board);
      const page = await visitor.open(formId);
      await made(owner().client, 'forms.update', { id: formId, status: 'closed' });
      const answer = await visitor.submit(formId, page, { subject: 'Too late' });
      expect(answer.status).toBe(409);
      expect(wordsOf(answer)).toContain('This form no longer accepts submissions');
      expect(sentFields(answer.text)).toContainEqual(['subject', 'Too late']);
      expect((await visitor.open(formId)).text).not.toContain('<form');
    });
  });

  describe('spam', () => {
    it('400: a filled trap; people can submit again', async () => {
      const formId = await aForm(board);
      const page = await visitor.open(formId);
      expect(controlOf(page.text, '_website')).toMatch(/tabindex="-1" autocomplete="off"/);
      const answer = await visitor.submit(formId, page, { subject: 'Buy', _website: 'https://spam.example' });
      expect(answer.status).toBe(400);
      expect(await submissions(formId)).toEqual([]);
      expect(sentFields(answer.text)).toContainEqual(['_website', '']);
      isSubmitted(await visitor.submit(formId, answer), formId);
      expect((await submissions(formId))[0].data).toEqual({ subject: 'Buy' });
    });

    it('400: immediately after the page was opened; the same page works a moment later', async () => {
      const formId = await aForm(board);
      const page = await visitor.open(formId);
      const fields = Object.fromEntries(sentFields(page.text));
      const answer = await visitor.browser.post(`/forms/${formId}`, { ...fields, subject: 'Fast' });
      expect(answer.status).toBe(400);
      expect(wordsOf(answer)).toContain('faster than people');
      isSubmitted(await visitor.submit(formId, answer), formId);
      expect(await submissions(formId)).toHaveLength(1);
    });

    it('400: without a token, with one of another form, changed or expired; what was typed is kept', async () => {
      const formId = await aForm(board);
      const other = sentFields((await visitor.open(await aForm(board))).text);
      const page = await visitor.open(formId);
      const token = Object.fromEntries(sentFields(page.text))['_token']!;
      const otherToken = Object.fromEntries(other)['_token']!;
      const send = (fields: Record<string, string>) => visitor.send(formId, Object.entries(fields));
      for (const given of ['', otherToken, `${token}A`]) {
        const answer = await send({ subject: 'Kept', ...(given === '' ? {} : { _token: given }) });
        expect(answer.status).toBe(400);
        isSubmitted(await visitor.submit(formId, answer), formId);
      }
      expect(await submissions(formId)).toHaveLength(3);
      const tooLate = await afterSeconds(25 * 3_600, () =>
        visitor.browser.post(`/forms/${formId}`, { _token: token, subject: 'Late' }),
      );
      expect(tooLate.status).toBe(400);
      expect(wordsOf(tooLate)).toContain('This page has expired');
    });

    it('403: a form of another origin', async () => {
      const formId = await aForm(board);
      const fields = Object.fromEntries(sentFields((await visitor.open(formId)).text));
      for (const origin of ['https://evil.example', 'null', 'http://trestle.test']) {
        const answer = await visitor.browser.post(`/forms/${formId}`, fields, { origin });
        expect([origin, answer.status]).toEqual([origin, 403]);
      }
      expect(await submissions(formId)).toEqual([]);
    });

    it('4xx: hostile bodies change nothing', async () => {
      const formId = await aForm(board);
      const fields = sentFields((await visitor.open(formId)).text);
      const valid = new URLSearchParams(fields.filter(([name]) => name !== 'subject')).toString();
      const statuses: [string, number][] = [
        ['__proto__=x', 400],
        ['constructor=x&toString=y', 400],
        ['subject[]=x&subject[a]=y', 400],
        ['subject=%00', 400],
        ['subject=%ff%fe', 303],
        ['%=%&=&&subject', 400],
        ['_token=x&_token=y', 400],
        [Array.from({ length: 20_000 }, (_, at) => `a${at}=1`).join('&'), 400],
        [`subject=${'x'.repeat(2_000_000)}`, 400],
        [`subject=${'x'.repeat(4_000_000)}`, 413],
      ];
      for (const [body, status] of statuses) {
        const answer = await afterSeconds(5, () =>
          visitor.browser.post(`/forms/${formId}`, `${valid}&${body}`),
        );
        expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), status]);
        expect(answer.text.includes('<h1>')).toBe(status !== 303);
      }
      expect(await submissions(formId)).toHaveLength(1);
    });

    it('400: hundreds of thousands of values are rejected in a moment', async () => {
      const values = Array.from({ length: 500 }, (_, at) => ({ label: `${at}`, value: `o${at}` }));
      const formId = await aForm(board, {
        components: [
          { type: 'select', key: 'm', label: 'Many', multiple: true, data: { values } },
          { type: 'file', key: 'f', label: 'Files', multiple: true },
        ],
        mappings: [],
      });
      const [token] = sentFields((await visitor.open(formId)).text);
      const body =
        new URLSearchParams([token!]).toString() + '&m=x'.repeat(400_000) + '&_file-f=v1.x.y'.repeat(90_000);
      const startedAt = performance.now();
      const answer = await afterSeconds(5, () => visitor.browser.post(`/forms/${formId}`, body));
      expect(answer.status).toBe(400);
      expect(performance.now() - startedAt).toBeLessThan(60_000);
    });

    it('415: other types of body', async () => {
      const formId = await aForm(board);
      for (const type of ['application/json', 'text/plain']) {
        const answer = await visitor.browser.post(`/forms/${formId}`, '{}', { 'content-type': type });
        expect(answer.status).toBe(415);
      }
    });
  });

  describe('members', () => {
    it('a submission of a signed-in member is theirs; a user of another organization is anonymous', async () => {
      const formId = await aForm(board);
      const stranger = (await anOrganization()).owner;
      for (const userId of [owner().userId, stranger.userId]) {
        const member = await signedIn(userId);
        const page = await member.open(formId);
        expect(wordsOf(page).includes('You are signed in as')).toBe(userId === owner().userId);
        isSubmitted(await member.submit(formId, page), formId);
      }
      const by = (await submissions(formId)).map(({ submittedBy }: { submittedBy: string }) => submittedBy);
      expect(by).toEqual([null, owner().userId]);
    });

    it('303: a form that requires a member leads to sign-in and back; 403: another organization', async () => {
      const formId = await aForm(board, { settings: { requireAuth: true } });
      const answer = await visitor.open(formId);
      const signIn = `/signin?continue=${encodeURIComponent(`/forms/${formId}`)}`;
      expect([answer.status, answer.location]).toEqual([303, signIn]);
      const sent = await visitor.send(formId, [['subject', 'Hello']]);
      expect([sent.status, sent.location]).toEqual([303, signIn]);
      const done = await visitor.browser.get(`/forms/${formId}?done=submitted`);
      expect(done.location).toBe(signIn);
      const stranger = await signedIn((await anOrganization()).owner.userId);
      expect((await stranger.open(formId)).status).toBe(403);
      const member = await signedIn();
      isSubmitted(await member.submit(formId, await member.open(formId)), formId);
      expect(await submissions(formId)).toMatchObject([{ submittedBy: owner().userId }]);
    });

    it('401: the session ended meanwhile; what was typed is kept', async () => {
      const formId = await aForm(board, { settings: { requireAuth: true } });
      const member = await signedIn();
      const page = await member.open(formId);
      const answer = await visitor.submit(formId, page, { subject: 'Kept' });
      expect(answer.status).toBe(401);
      expect(wordsOf(answer)).toContain('Sign in in another tab');
      expect(sentFields(answer.text)).toContainEqual(['subject', 'Kept']);
    });

    it('403: a page of another session; what was typed is kept', async () => {
      const formId = await aForm(board);
      const member = await signedIn();
      for (const page of [await visitor.open(formId), await (await signedIn()).open(formId)]) {
        const answer = await member.submit(formId, page, { subject: 'Kept' });
        expect(answer.status).toBe(403);
        isSubmitted(await member.submit(formId, answer), formId);
      }
      expect(await submissions(formId)).toHaveLength(2);
    });

    it('409: a second submission of a member', async () => {
      const formId = await aForm(board, { settings: { allowMultiple: false } });
      const member = await signedIn();
      const page = await member.open(formId);
      isSubmitted(await member.submit(formId, page), formId);
      isSubmitted(await member.submit(formId, page), formId);
      const answer = await member.submit(formId, await member.open(formId), { subject: 'Again' });
      expect(answer.status).toBe(409);
      expect(wordsOf(answer)).toContain('You have already submitted this form');
      expect(await submissions(formId)).toHaveLength(1);
    });
  });

  it('429: what was typed is kept', async () => {
    const app = await startApp({ RATE_LIMITS: 'on', ROLES: 'api' });
    try {
      const organization = await anOrganization({ app });
      const limited = await aBoard({ project: await aProject({ organization }) });
      const formId = await aForm(limited);
      const respondent = new Respondent(limited);
      const page = await respondent.open(formId);
      const send = () => respondent.submit(formId, page, { subject: 'Kept', unknown: 'x' });
      for (let count = 0; count < 120; count += 1) expect((await send()).status).toBe(400);
      const answer = await send();
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(sentFields(answer.text)).toContainEqual(['subject', 'Kept']);
    } finally {
      await app.close();
    }
  });

  it('is on the main address of an installation with one organization', async () => {
    const databaseUrl = await cloneDatabase();
    const first = await startApp({ DATABASE_URL: databaseUrl });
    const organization = await anOrganization({ app: first });
    const single = await aBoard({ project: await aProject({ organization }) });
    const formId = await aForm(single);
    const app = await startApp({ DATABASE_URL: databaseUrl, SINGLE_ORG: organization.slug });
    try {
      const browser = new PageBrowser(app);
      const page = await browser.get(`/forms/${formId}`);
      expect(page.status).toBe(200);
      const fields = new URLSearchParams(sentFields(page.text)).toString();
      const answer = await afterSeconds(5, () => browser.post(`/forms/${formId}`, fields));
      expect([answer.status, answer.location]).toEqual([303, `/forms/${formId}?done=submitted`]);
    } finally {
      await app.close();
      await first.close();
    }
  });
});

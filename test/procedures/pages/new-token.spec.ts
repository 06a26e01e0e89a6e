import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type UserId } from '../../../src/kernel/ids';
import { SCOPES } from '../../../src/access/scope';
import { sharedApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { type PageAnswer, PageBrowser, wordsOf } from '../../support/page-browser';
import { controlOf, sentFields } from '../../support/page-form';
import { aSignOn, sessionOf } from '../../support/identity-provider/test-identity-provider';
import { indexed } from '../../support/search-index';

const TOKENS = '/settings/account/tokens';
const NEW = '/settings/account/tokens/new';
const SECRET = /svc_pat_[0-9A-Za-z]{46}/;

/** Sends the form of a page with these fields instead of its own; null leaves a field out. */
function send(
  browser: PageBrowser,
  shown: PageAnswer,
  typed: Record<string, string | null>,
): Promise<PageAnswer> {
  const fields = { ...Object.fromEntries(sentFields(shown.text)), ...typed };
  const kept = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  return browser.post(NEW, Object.fromEntries(kept));
}

const READ = { name: 'CI', 'scope.read': 'on' };
/** The words of the list; names are elements, which `wordsOf` separates from the commas. */
const listed = (shown: PageAnswer): string => wordsOf(shown).replaceAll(' ,', ',');
const secretOf = ({ text }: PageAnswer): string => SECRET.exec(text)![0];

describe('the page that creates a personal access token', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let account: { userId: UserId; slug: string; client: WireClient };
  let cookie: string;
  let browser: PageBrowser;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
    const { slug, owner } = organization;
    account = { userId: owner.userId, slug, client: owner.client };
    ({ cookie } = await aSession(owner.userId));
    browser = new PageBrowser(app, { cookie });
  });

  const create = async (typed: Record<string, string | null>) => send(browser, await browser.get(NEW), typed);
  const clientOf = (answer: PageAnswer) =>
    new WireClient(app, { token: secretOf(answer), slug: account.slug });
  /** Those that the page has created; the clients of the tests have others. */
  const tokens = async (of = account.client) =>
    (await of.query('auth.tokens.list')).data.tokens.filter(({ name }: { name: string }) => name !== 'test');
  it('200: a single sign-on user without a password creates a token and calls the API with it', async () => {
    const provider = await aSignOn();
    const session = sessionOf(await provider.signOn())!;
    const { slug } = provider.organization;
    const own = new PageBrowser(provider.organization.app, { slug, cookie: session });
    const answer = await send(own, await own.get(NEW), { ...READ, 'scope.write': 'on', expiresIn: '7' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const client = new WireClient(provider.organization.app, { token: secretOf(answer), slug });
    const me = await client.query('auth.me');
    expect(me.data.email).toBe(provider.emailOf('person-1'));
    expect((await client.query('workspaces.list')).status).toBe(200);
    const [token] = await tokens(client);
    expect(token).toMatchObject({ name: 'CI', scopes: ['read', 'write'] });
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(7 * 86_400_000);
    const [entry] = await auditEntries(provider.organization);
    expect(entry).toMatchObject({ action: 'auth.tokens.create', outcome: 'success', target: token.id });
    expect(JSON.stringify(entry)).not.toMatch(SECRET);
  });

  it('200: every scope; without days the token does not expire', async () => {
    const boxes = Object.fromEntries(SCOPES.map((scope) => [`scope.${scope}`, 'on']));
    const answer = await create({ name: 'All', expiresIn: '', ...boxes });
    expect(wordsOf(answer)).toContain('It does not expire.');
    expect(await tokens()).toMatchObject([{ scopes: [...SCOPES], expiresAt: null }]);
  });

  it('200: at the host of the organization, and at the main host for the organization of the form', async () => {
    const other = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [other.id, account.userId],
    );
    const shown = await browser.get(`${NEW}?organization=${other.slug}`);
    expect(wordsOf(shown)).toContain(`in your name in ${other.slug}`);
    expect(shown.text).toContain(`href="${NEW}?organization=${account.slug}"`);
    const answer = await send(browser, shown, READ);
    const client = new WireClient(app, { token: secretOf(answer), slug: other.slug });
    expect((await client.query('organizations.get')).data.id).toBe(other.id);
    const host = new PageBrowser(app, { slug: account.slug, cookie });
    expect((await send(host, await host.get(NEW), READ)).status).toBe(200);
    expect(await tokens()).toHaveLength(1);
    const toOther = await send(host, await host.get(NEW), { ...READ, organization: other.slug });
    expect(toOther.status).toBe(404);
  });

  it('409: the form that is sent again, as by a reload, creates no token and shows no secret', async () => {
    const fields = { ...Object.fromEntries(sentFields((await browser.get(NEW)).text)), ...READ };
    const first = await browser.post(NEW, fields);
    const again = await browser.post(NEW, fields);
    const changed = await browser.post(NEW, { ...fields, name: 'Other' });
    for (const answer of [again, changed]) {
      expect([answer.status, SECRET.test(answer.text)]).toEqual([409, false]);
      expect(wordsOf(answer)).toContain('This form has already created a token');
    }
    expect(await tokens()).toHaveLength(1);
    expect((await send(browser, again, {})).status).toBe(200);
    expect(await tokens()).toHaveLength(2);
    for (const path of [NEW, TOKENS]) expect((await browser.get(path)).text).not.toMatch(SECRET);
    const { rows } = await app.sql.query(
      `select answer from idempotency_keys where procedure = 'auth.tokens.create' and owner = $1`,
      [`${organization.id}:${account.userId}`],
    );
    expect(rows).toEqual([{ answer: null }, { answer: null }]);
    expect(secretOf(first)).toMatch(SECRET);
  });

  it('400: shows each error at its field, and keeps what was entered', async () => {
    const answer = await create({
      name: '',
      expiresIn: '400',
      'scope.write': 'on',
      places: 'nonsense',
      allowedCidrs: '203.0.113.0/24\n10.0.0.0/33',
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('<title>Error: ');
    for (const [name, message] of Object.entries({
      name: 'Must not be empty',
      expiresIn: 'Must be a whole number of days, at most 366',
      places: 'nonsense: Must be the ID of a workspace or a board',
      allowedCidrs: '10.0.0.0/33: Must be an address or a CIDR such as 203.0.113.0/24',
    })) {
      expect(controlOf(answer.text, name)).toContain(`${name}-problem`);
      const shown = new RegExp(`<p class="rejected" id="${name}-problem">([^<]*)</p>`).exec(answer.text);
      expect(shown?.[1]).toBe(message);
      expect(answer.text).toContain(`<a href="#${name}">`);
    }
    expect(Object.fromEntries(sentFields(answer.text))).toMatchObject({
      expiresIn: '400',
      'scope.write': 'on',
      places: 'nonsense',
      allowedCidrs: '203.0.113.0/24\n10.0.0.0/33',
    });
    const scopeless = await create({ name: 'CI' });
    expect(scopeless.text).toContain('id="scopes-problem">Choose at least one<');
    const unknown = await create({ ...READ, 'scope.root': 'on' });
    expect([scopeless.status, unknown.status]).toEqual([400, 400]);
    expect(await tokens()).toEqual([]);
  });

  it('400: a longer lifetime than the organization allows, whose maximum the form shows', async () => {
    await made(account.client, 'organizations.update', { maxTokenLifetimeDays: 30 });
    const shown = await browser.get(NEW);
    expect(wordsOf(shown)).toContain('At most 30 in this organization');
    expect(controlOf(shown.text, 'expiresIn')).toMatch(/value="30".*max="30" required/);
    for (const expiresIn of ['31', '']) {
      const answer = await send(browser, shown, { ...READ, expiresIn });
      expect([answer.status, /id="expiresIn-problem">([^<]*)/.exec(answer.text)![1]]).toEqual([
        400,
        expiresIn === ''
          ? 'Required: at most 30d in this organization'
          : 'Must be at most 30d in this organization',
      ]);
    }
    expect((await send(browser, shown, READ)).status).toBe(200);
  });

  it('200: limits to addresses, which the list shows and the API applies', async () => {
    const answer = await create({ ...READ, allowedCidrs: '203.0.113.0/24, 2001:db8::/32\n' });
    expect((await clientOf(answer).query('auth.me')).error).toMatchObject({
      data: { reason: 'address_not_allowed' },
    });
    expect(listed(await browser.get(TOKENS))).toContain('Only from: 203.0.113.0/24, 2001:db8::/32');
  });

  describe('limits to places', () => {
    let board: TestBoard;
    let hidden: TestBoard;
    beforeEach(async () => {
      board = await aBoard({ organization, name: 'Roadmap of rockets' });
      hidden = await aBoard({ organization, name: 'Budget' });
    });

    it('200: to a workspace that the form offers', async () => {
      const shown = await browser.get(NEW);
      const answer = await send(browser, shown, { ...READ, [`place.${board.workspace.id}`]: 'on' });
      const client = clientOf(answer);
      expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
      expect((await client.query('boards.get', { id: hidden.id })).status).toBe(404);
      const { name } = (await account.client.query('workspaces.get', { id: board.workspace.id })).data;
      expect(wordsOf(await browser.get(TOKENS))).toContain(`Only workspaces: ${name}`);
    });

    it('200: to boards that are found by name, while the form keeps what was entered', async () => {
      await indexed(organization);
      const found = await send(browser, await browser.get(NEW), {
        ...READ,
        find: 'rockets',
        step: 'find',
        allowedCidrs: '127.0.0.1',
      });
      expect(found.status).toBe(200);
      expect(controlOf(found.text, `place.${board.id}`)).not.toContain('checked');
      expect(found.text).not.toContain(hidden.id);
      expect(Object.fromEntries(sentFields(found.text))).toMatchObject({
        ...READ,
        allowedCidrs: '127.0.0.1',
      });
      // A chosen board stays in the form when another one is searched for.
      const next = await send(browser, found, { [`place.${board.id}`]: 'on', find: 'nothing', step: 'find' });
      expect(controlOf(next.text, `place.${board.id}`)).toContain('checked');
      expect(wordsOf(next)).toContain('Nothing was found');
      expect(await tokens()).toEqual([]);
      const client = clientOf(await send(browser, next, { allowedCidrs: '' }));
      expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
      expect((await client.query('boards.get', { id: hidden.id })).status).toBe(404);
      expect(wordsOf(await browser.get(TOKENS))).toMatch(/Only boards: .* › Roadmap of rockets/);
    });

    it('200: to boards by ID; the list shows the ID of one that no longer exists', async () => {
      const client = clientOf(await create({ ...READ, places: `${board.id}\r\n${hidden.id}\r\n` }));
      expect((await client.query('boards.get', { id: hidden.id })).status).toBe(200);
      await made(account.client, 'boards.delete', { id: hidden.id });
      expect(listed(await browser.get(TOKENS))).toMatch(
        new RegExp(`Only boards: .* › Roadmap of rockets, ${hidden.id}`),
      );
    });

    it('404: of another organization, exactly like ids that do not exist', async () => {
      const foreign = await aBoard({ organization: await anOrganization({ app }), name: 'Foreign secret' });
      const answers: Record<string, string[]> = { board: [], workspace: [] };
      const pairs = {
        board: [foreign.id, newId('board')],
        workspace: [foreign.workspace.id, newId('workspace')],
      };
      for (const [noun, ids] of Object.entries(pairs))
        for (const id of ids)
          for (const typed of [{ places: id }, { [`place.${id}`]: 'on' }] as Record<string, string>[]) {
            const answer = await create({ ...READ, ...typed });
            expect(answer.status).toBe(404);
            expect(answer.text).not.toContain('Foreign secret');
            expect(wordsOf(answer)).toContain('One of them does not exist, or you cannot see it');
            answers[noun]!.push(wordsOf(answer).replaceAll(id, 'the id'));
          }
      for (const [foreignTyped, foreignBox, unknownTyped, unknownBox] of Object.values(answers))
        expect([foreignTyped, foreignBox]).toEqual([unknownTyped, unknownBox]);
      expect(await tokens()).toEqual([]);
    });

    it('400: workspaces and boards together, and more than 50', async () => {
      const both = await create({ ...READ, [`place.${board.workspace.id}`]: 'on', places: hidden.id });
      expect([both.status, wordsOf(both)]).toEqual([
        400,
        expect.stringContaining('Choose workspaces or boards, not both'),
      ]);
      const many = Array.from({ length: 51 }, () => newId('board')).join('\n');
      const answer = await create({ ...READ, places: many });
      expect([answer.status, wordsOf(answer)]).toEqual([
        400,
        expect.stringContaining('Must have at most 50 entries'),
      ]);
    });

    it('200: offers few of many workspaces; others are found', async () => {
      for (let at = 0; at < 25; at += 1)
        await made(account.client, 'workspaces.create', { name: `Area ${at}` });
      const shown = await browser.get(NEW);
      expect([...shown.text.matchAll(/name="place\.wsp_/g)]).toHaveLength(20);
      const found = await send(browser, shown, { find: 'Area 24', step: 'find' });
      expect(wordsOf(found)).toContain('Area 24');
      expect(wordsOf(found)).not.toContain('Area 3');
    });

    it('200: offers a guest the shared boards, and no workspaces', async () => {
      const guest = await organization.addMember('guest');
      await made(account.client, 'boards.members.add', {
        boardId: board.id,
        userId: guest.userId,
        permission: 'view',
      });
      await indexed(organization);
      const session = await aSession(guest.userId);
      const own = new PageBrowser(app, { cookie: session.cookie });
      const found = await send(own, await own.get(NEW), { ...READ, find: 'rockets', step: 'find' });
      expect([...found.text.matchAll(/name="place\.(\w+)/g)].map(([, id]) => id)).toEqual([board.id]);
      const client = clientOf(await send(own, found, { [`place.${board.id}`]: 'on' }));
      expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
    });
  });

  it('400: a search without words creates nothing', async () => {
    const answer = await create({ ...READ, step: 'find' });
    expect([answer.status, wordsOf(answer)]).toEqual([400, expect.stringContaining('Enter words of a name')]);
    const long = await create({ ...READ, step: 'find', find: '🚀'.repeat(300) });
    expect(long.status).toBe(200);
    expect(await tokens()).toEqual([]);
  });

  it('escapes the name on every page', async () => {
    const name = '<img src=x onerror=fired()>"><script>fired()</script>';
    const rejected = await create({ name });
    const created = await send(browser, rejected, { 'scope.read': 'on' });
    for (const answer of [rejected, created, await browser.get(TOKENS)]) {
      expect(wordsOf(answer) + controlOrNone(answer)).toContain(name);
      expect(answer.text).not.toMatch(/<img|<script/);
    }
  });

  it('403: a form of another session or of another site creates nothing', async () => {
    const shown = await browser.get(NEW);
    const fields = { ...Object.fromEntries(sentFields(shown.text)), ...READ };
    const session = await aSession(account.userId);
    const other = new PageBrowser(app, { cookie: session.cookie });
    const answers = [
      await other.post(NEW, fields),
      await browser.post(NEW, { ...fields, formToken: '' }),
      await browser.post(NEW, fields, { origin: 'https://evil.example' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await tokens()).toEqual([]);
  });

  it('is for sessions, and for members of the organization', async () => {
    expect(await new PageBrowser(app).get(NEW)).toMatchObject({
      status: 303,
      location: `/signin?continue=${encodeURIComponent(NEW)}`,
    });
    const stranger = await anOrganization({ app });
    for (const slug of [stranger.slug, 'unknown-slug']) {
      expect((await browser.get(`${NEW}?organization=${slug}`)).status).toBe(404);
      expect((await create({ ...READ, organization: slug })).status).toBe(404);
    }
    await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [account.userId]);
    expect(await browser.get(NEW)).toMatchObject({ status: 303, location: TOKENS });
  });

  it('is linked from the list', async () => {
    const shown = await browser.get(TOKENS);
    expect(shown.text).toContain(`href="${NEW}?organization=${account.slug}"`);
  });
});

/** The name as the form keeps it. */
function controlOrNone({ text }: PageAnswer): string {
  return Object.fromEntries(sentFields(text))['name'] ?? '';
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { aBoard } from '../../support/factories/board.factory';
import { aHook } from '../../support/factories/hook.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { plainRoutesOf } from '../../support/reference/plain-routes';
import { contentsOf } from '../../support/table-contents';
import { INSIDES, NEVER, ODD, wireText } from './hostile-values';
import { withValueAt } from './input-places';

/** Bodies that plain routes take, with every key that they know. */
const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  '/api/auth/register': {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
    organizationName: 'Acme',
    organizationSlug: 'acme-of-ada',
    invitationToken: 'x',
  },
  '/api/auth/signin': { email: 'unknown@example.com', password: 'not the password', code: '123456' },
  '/api/auth/forgot-password': { email: 'unknown@example.com' },
  '/api/auth/resend-confirmation': { email: 'unknown@example.com' },
  '/api/auth/reset-password': { token: 'x'.repeat(43), password: 'correct horse battery' },
  '/api/auth/tokens': { name: 'CI', scopes: ['read'], expiresIn: '1d' },
  '/api/auth/tokens/leaked': { token: 'svc_pat_x' },
};

const OF_OTHER_TYPE: readonly unknown[] = [5, true, {}, { a: 1 }, [['x']]];

/** What no form of ours holds. */
const FORMS: Readonly<Record<string, string | Buffer>> = {
  'a NUL': 'email=%00&token=%00&SAMLResponse=%00',
  'bytes that are no UTF-8': 'email=%c3%28&token=%ff&SAMLResponse=%ff',
  'such bytes as they are': Buffer.from([0x61, 0x3d, 0xff, 0xfe]),
  'a half escape': 'email=%&token=%f&SAMLResponse=%',
  'a field twice': 'email=a&email=b&token=a&token=b&grant_type=a&grant_type=b',
  'names of objects': '__proto__=x&constructor=x&__proto__[isAdmin]=1&email[a]=b',
  'ten thousand fields': Array.from({ length: 10_000 }, (_, at) => `${at}=`).join('&'),
  'a long field': `email=${'x'.repeat(60_000)}`,
  'nothing but signs': '&&==&=&%26',
  nothing: '',
};

/** What every installation of a release sends to everyone: scripts of the viewer, and descriptions with the words of code. */
const PUBLISHED = /^\/api\/(docs|openapi\.json|asyncapi\.json)/;

describe('HTTP routes', () => {
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    account = await anAccount({ app });
  });
  afterAll(() => app.close());

  const send = (url: string, body: object): Promise<WireAnswer> => {
    // As the text of a procedure, taken out of its envelope.
    const text = wireText(body).slice('{"json":'.length, -1);
    return account.client.request('POST', url, text);
  };

  it('all that accept JSON are tested', () => {
    const routes = plainRoutesOf(app).filter(
      ({ method, path }) =>
        method === 'POST' &&
        path.startsWith('/api/auth/') &&
        !/signout|saml|oidc|oauth|second-factor/.test(path),
    );
    expect(routes.map(({ path }) => path).toSorted()).toEqual(Object.keys(BODIES).toSorted());
  });

  describe.each(Object.keys(BODIES))('%s', (url) => {
    const body = BODIES[url]!;

    it('400 with the name of the field: invalid values, and nothing is written', async () => {
      const before = await contentsOf(app);
      const wrong: unknown[] = [];
      for (const key of [...Object.keys(body), 'stray']) {
        for (const [what, value] of [
          ...Object.entries(NEVER),
          ...OF_OTHER_TYPE.map((each) => ['a type', each]),
        ]) {
          const { status, error } = await send(url, withValueAt(body, [key], value));
          const isNamed = error?.data.issues?.some(({ path }) => path === key || path.startsWith(`${key}.`));
          if (status !== 400 || !isNamed) wrong.push([key, what, status, error?.data.issues]);
        }
      }
      expect(wrong).toEqual([]);
      expect(await contentsOf(app)).toEqual(before);
    });

    it('nothing breaks with any other text', async () => {
      const wrong: unknown[] = [];
      for (const key of Object.keys(body)) {
        for (const value of ODD.filter((each) => typeof each === 'string')) {
          const { status, body: answer } = await send(url, withValueAt(body, [key], value));
          if (status >= 500 || (status >= 400 && INSIDES.test(JSON.stringify(answer))))
            wrong.push([key, value.slice(0, 60), status, answer]);
        }
      }
      expect(wrong).toEqual([]);
    });
  });

  it('forms with any content change nothing unexpected', async () => {
    const posts = plainRoutesOf(app).filter(({ method }) => method === 'POST');
    const wrong: unknown[] = [];
    for (const { path } of posts) {
      const url = path.replaceAll(/:\w+/g, 'x');
      for (const [what, form] of Object.entries(FORMS)) {
        for (const client of [account.client, new WireClient(app, { slug: account.slug })]) {
          const { status, bytes } = await client.request('POST', url, form, {
            'content-type': 'application/x-www-form-urlencoded',
          });
          if (status >= 500 || INSIDES.test(bytes.toString())) wrong.push([url, what, status]);
        }
      }
    }
    expect(posts.length).toBeGreaterThan(25);
    expect(wrong).toEqual([]);
  });

  it('hooks reject what cannot be stored, and nothing breaks with any other content', async () => {
    const organization = await anOrganization({ app });
    const { post } = await aHook(await aBoard({ organization }));
    const wrong: unknown[] = [];
    const posted = async (what: string, text: string | Buffer, type: string, expected: readonly number[]) => {
      const { status, bytes } = await post(text, { 'content-type': type });
      if (!expected.includes(status) || INSIDES.test(bytes.toString())) wrong.push([what, status]);
    };
    const textOf = (value: unknown) => wireText(value).slice('{"json":'.length, -1);
    for (const [what, value] of Object.entries(NEVER))
      for (const [at, body] of [[value], { a: { b: value } }].entries())
        await posted(`${what} at ${at}`, textOf(body), 'application/json', [400]);
    for (const value of ODD)
      for (const body of [value, [value], { a: value }, { [String(value)]: 1 }])
        await posted(textOf(body).slice(0, 60), textOf(body), 'application/json', [202, 400, 413]);
    for (const [what, form] of Object.entries(FORMS))
      await posted(what, form, 'application/x-www-form-urlencoded', [202, 400]);
    expect(wrong).toEqual([]);
  });

  it('addresses with any content change nothing unexpected', async () => {
    const gets = plainRoutesOf(app).filter(({ method }) => method === 'GET');
    const wrong: unknown[] = [];
    for (const { path } of gets) {
      for (const hostile of [
        '%00',
        '%ff',
        '%',
        'x'.repeat(5_000),
        '__proto__',
        "'",
        '%0d%0aSet-Cookie:a=b',
      ]) {
        const spelt = path.replaceAll(/:\w+/g, hostile);
        for (const url of [
          spelt,
          `${path}?continue=${hostile}&token=${hostile}&state=${hostile}&x[]=${hostile}`,
        ]) {
          const { status, headers, bytes } = await account.client.request('GET', url);
          const isWhole = status < 500 || headers['content-type']?.includes('json');
          if (
            !isWhole ||
            (status >= 500 && !path.startsWith('/api/health')) ||
            (INSIDES.test(bytes.toString()) && !(status === 200 && PUBLISHED.test(path)))
          )
            wrong.push([url.slice(0, 100), status]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

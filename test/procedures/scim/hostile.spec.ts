import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  aScimDirectory,
  PATCH_SCHEMA,
  type ScimAnswer,
  type ScimDirectory,
  USER_SCHEMA,
} from '../../support/scim-directory';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const deep = (levels: number, inner: string) => `${'('.repeat(levels)}${inner}${')'.repeat(levels)}`;

const FILTERS = [
  'userName',
  'userName eq',
  'userName eq bob',
  'userName is "bob"',
  'eq "bob"',
  'userName eq "bob',
  'userName eq "bob" and',
  'userName eq "bob" userName eq "eve"',
  '(userName eq "bob"',
  'userName eq "bob")',
  'not userName eq "bob"',
  'emails[type eq "work"',
  'emails[type eq "work"]]',
  'emails[emails[type eq "work"]]',
  'groups[groups[value eq "x"]]',
  'nickName eq "bob"',
  'name.middle eq "bob"',
  'password pr',
  'constructor eq "x"',
  '__proto__ pr',
  'toString.length eq 1',
  'groups.constructor eq "x"',
  'groups.__proto__ pr',
  'urn:unknown:schema:userName eq "bob"',
  'active gt true',
  'active eq "perhaps"',
  'active eq 1',
  'userName eq 5',
  'userName gt null',
  'meta.created gt "yesterday"',
  'meta.created gt "0000-01-01T00:00:00Z"',
  'meta.created gt "+275760-01-01T00:00:00Z"',
  'meta.created gt "2024-13-40T99:99:99Z"',
  'meta.created co "2024"',
  String.raw`userName eq "\u0000"`,
  String.raw`userName eq "\ud800"`,
  String.raw`userName eq "\x"`,
  'userName eq "bob"; drop table users',
  "userName eq 'bob'",
  deep(50, 'userName pr'),
  deep(3_000, 'userName pr'),
  `${'not ('.repeat(600)}userName pr${')'.repeat(600)}`,
  Array.from({ length: 150 }, () => 'userName pr').join(' or '),
  `userName eq "${'x'.repeat(5_000)}"`,
  '"'.repeat(3_999),
  `userName eq "${String.raw`\"`.repeat(1_900)}`,
];

const HARMLESS = [
  String.raw`userName eq "\" or \"1\"=\"1"`,
  `userName co "%"`,
  `userName eq "'; drop table users; --"`,
  `displayName co "\\\\_%"`,
  'userName eq "$1"',
  'externalId eq null or externalId ne null',
  'emails.primary eq true',
  'name pr and emails pr and groups pr',
  'displayName gt "a" and displayName lt "z"',
  deep(15, 'userName pr'),
  'USERNAME Eq "x" OR Active EQ "False"',
];

const PARAMETERS = [
  'startIndex=one',
  'count=1.5',
  'count=1e3',
  'startIndex=1&startIndex=2',
  'filter=a&filter=b',
  'sortBy=nickName',
  'sortBy=constructor',
  'attributes=a&attributes=b',
  'filter=%00',
  'sortBy=%00',
];

const OPERATIONS: [unknown, string][] = [
  ['text', 'invalidSyntax'],
  [{}, 'invalidSyntax'],
  [{ op: 'merge', path: 'active', value: true }, 'invalidSyntax'],
  [{ op: 5, path: 'active', value: true }, 'invalidSyntax'],
  [{ op: 'replace', path: 5, value: true }, 'invalidPath'],
  [{ op: 'replace', path: 'active' }, 'invalidValue'],
  [{ op: 'replace', value: true }, 'invalidValue'],
  [{ op: 'replace', value: null }, 'invalidValue'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'remove', path: 'userName' }, 'mutability'],
  [{ op: 'remove', path: 'active' }, 'mutability'],
  [{ op: 'replace', path: 'id', value: newId('user') }, 'mutability'],
  [{ op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
  [{ op: 'add', path: 'groups', value: [] }, 'mutability'],
  [{ op: 'replace', path: 'role', value: 'owner' }, 'invalidPath'],
  [{ op: 'replace', path: 'constructor', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: '__proto__', value: {} }, 'invalidPath'],
  [{ op: 'replace', path: 'userName[', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails]', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails]type eq "work"[', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[type eq "work"]value', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[type]', value: 'x' }, 'invalidFilter'],
  [{ op: 'replace', path: 'emails[type gt "a"].value', value: 'a@b.example' }, 'invalidFilter'],
  [{ op: 'replace', path: 'emails[a[b eq "c"]].value', value: 'a@b.example' }, 'invalidFilter'],
  [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'a@b.example' }, 'noTarget'],
  [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }, 'invalidValue'],
  [{ op: 'replace', path: `emails[${deep(1_000, 'type pr')}].value`, value: 'x' }, 'invalidFilter'],
  [{ op: 'replace', path: 'x'.repeat(10_000), value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'active', value: { a: 1 } }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: ['a', 'b'] }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: 'x'.repeat(300) }, 'invalidValue'],
  [{ op: 'replace', path: 'displayName', value: 'nul\u0000' }, 'invalidValue'],
  [{ op: 'replace', path: 'displayName', value: '\ud800' }, 'invalidValue'],
  [{ op: 'replace', path: 'name', value: 5 }, 'invalidValue'],
  [{ op: 'replace', path: 'emails', value: 'no address' }, 'invalidValue'],
  [{ op: 'replace', path: 'emails', value: [5] }, 'invalidValue'],
  [{ op: 'replace', value: { emails: [{ value: 5 }] } }, 'invalidValue'],
];

const GROUP_OPERATIONS: [unknown, string][] = [
  [{ op: 'remove', path: 'displayName' }, 'mutability'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  [{ op: 'replace', path: 'owner', value: 'x' }, 'invalidPath'],
  [{ op: 'add', path: 'members', value: [{ value: 5 }] }, 'invalidValue'],
  [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
  [{ op: 'add', path: 'members', value: 'unknown' }, 'invalidValue'],
  [
    { op: 'add', path: 'members', value: [{ value: newId('directoryGroup'), type: 'Group' }] },
    'invalidValue',
  ],
  [{ op: 'remove', path: 'members[display co "a"]' }, 'invalidFilter'],
  [{ op: 'replace', path: 'members[value eq "x"].display', value: 'x' }, 'noTarget'],
  [{ op: 'remove', path: 'owners[value eq "x"]' }, 'invalidPath'],
  [{ op: 'replace', path: 'displayName', value: null }, 'invalidValue'],
];

describe('hostile SCIM requests', () => {
  let directory: ScimDirectory;
  let userId: string;
  let groupId: string;

  beforeAll(async () => {
    directory = await aScimDirectory();
    userId = (await directory.organization.addMember()).userId;
    ({ id: groupId } = await directory.group('Group'));
  });

  function expectRefusal(answer: ScimAnswer, scimType: string | undefined, status = 400): void {
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(answer.body).toEqual({
      schemas: [ERROR_SCHEMA],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: expect.any(String),
    });
    expect(answer.status).toBe(status);
    expect(answer.body.detail.length).toBeLessThan(400);
  }

  it.each(FILTERS.map((filter) => [filter.slice(0, 60), filter]))(
    'rejects the filter %s',
    async (_name, filter) => {
      expectRefusal(await directory.filter('Users', filter), 'invalidFilter');
    },
  );

  it.each(HARMLESS)('find no one and break nothing with %s', async (filter) => {
    const { status, body } = await directory.filter('Users', filter);
    expect([status, body.schemas]).toEqual([200, ['urn:ietf:params:scim:api:messages:2.0:ListResponse']]);
  });

  it.each(PARAMETERS)('are rejected with the parameters %s', async (parameters) => {
    expectRefusal(await directory.request('GET', `Users?${parameters}`), 'invalidValue');
  });

  it.each([
    ['count=0', { totalResults: 2, itemsPerPage: 0, Resources: [] }],
    ['count=-5', { itemsPerPage: 0 }],
    ['count=100000&startIndex=-3', { startIndex: 1, itemsPerPage: 2 }],
    ['startIndex=999999999999999', { totalResults: 2, itemsPerPage: 0 }],
    ['sortBy=emails.primary&sortOrder=descending', { itemsPerPage: 2 }],
    ['sortBy=meta.resourceType', { itemsPerPage: 2 }],
    ['attributes=__proto__,constructor,userName', { itemsPerPage: 2 }],
  ])('are accepted with the parameters %s', async (parameters, expected) => {
    expect((await directory.request('GET', `Users?${parameters}`)).body).toMatchObject(expected);
  });

  it.each(
    Object.keys({
      id: 1,
      userName: 1,
      externalId: 1,
      displayName: 1,
      'name.givenName': 1,
      active: 1,
      'meta.created': 1,
    }),
  )('sort by %s, ascending and descending', async (name) => {
    for (const order of ['ascending', 'descending'])
      expect((await directory.request('GET', `Users?sortBy=${name}&sortOrder=${order}`)).status).toBe(200);
  });

  it.each(
    OPERATIONS.map(([operation, scimType]) => [JSON.stringify(operation).slice(0, 80), operation, scimType]),
  )('rejects all of a patch for %s', async (_name, operation, scimType) => {
    const before = (await directory.request('GET', `Users/${userId}`)).body;
    const answer = await directory.patch(
      `Users/${userId}`,
      { op: 'replace', path: 'displayName', value: 'Changed' },
      operation,
    );
    expectRefusal(answer, scimType as string);
    expect((await directory.request('GET', `Users/${userId}`)).body).toEqual(before);
  });

  it.each(GROUP_OPERATIONS.map(([operation, scimType]) => [JSON.stringify(operation), operation, scimType]))(
    'rejects all of a group’s patch for %s',
    async (_name, operation, scimType) => {
      const answer = await directory.patch(
        `Groups/${groupId}`,
        { op: 'add', path: 'members', value: [{ value: userId }] },
        operation,
      );
      expectRefusal(answer, scimType as string);
      expect((await directory.request('GET', `Groups/${groupId}`)).body.members).toEqual([]);
    },
  );

  it.each([
    ['no body', undefined, 'invalidSyntax'],
    ['a list', [], 'invalidSyntax'],
    ['no JSON', '{', 'invalidSyntax'],
    ['no operations', { schemas: [PATCH_SCHEMA] }, 'invalidSyntax'],
    ['none', { Operations: [] }, 'invalidSyntax'],
    [
      'too many',
      { Operations: Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'title' })) },
      'invalidSyntax',
    ],
    [
      'another schema',
      { schemas: [USER_SCHEMA], Operations: [{ op: 'remove', path: 'title' }] },
      'invalidSyntax',
    ],
    ['2,000 levels', `{"Operations":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'invalidSyntax'],
    ['150 levels', `{"x":${'['.repeat(150)}${']'.repeat(150)}}`, 'invalidValue'],
    ['1e999', '{"x":1e999}', 'invalidValue'],
  ])('rejects a patch of %s', async (_name, body, scimType) => {
    expectRefusal(await directory.request('PATCH', `Users/${userId}`, body), scimType);
  });

  it('are rejected with a body of more than a mebibyte, or of another type', async () => {
    const body = { userName: 'x', displayName: 'x'.repeat(1024 * 1024) };
    expectRefusal(await directory.request('POST', 'Users', body), undefined, 413);
    const xml = await directory.request('POST', 'Users', '<user/>', { 'content-type': 'application/xml' });
    expectRefusal(xml, undefined, 415);
  });

  it('get SCIM errors for unknown paths, methods and ids', async () => {
    for (const [method, path] of [
      ['GET', 'Unknown'],
      ['DELETE', 'Users'],
      ['GET', `Users/${'x'.repeat(500)}`],
      ['GET', 'Users/%00'],
      ['GET', 'Groups/%00'],
      ['PATCH', 'Users/%00'],
      ['DELETE', 'Groups/%00'],
      ['GET', "Users/'%20or%201=1"],
      ['GET', 'Schemas/constructor'],
    ] as const) {
      const answer = await directory.request(
        method,
        path,
        method === 'PATCH' ? { Operations: [{ op: 'remove', path: 'title' }] } : undefined,
      );
      expect([path, answer.status]).toEqual([path, 404]);
      expectRefusal(answer, undefined, 404);
    }
  });

  it('get a SCIM error for a URL that cannot be decoded', async () => {
    expectRefusal(await directory.request('GET', 'Users/%zz'), 'invalidSyntax');
  });

  it('can create a user whose texts are of another script, or long', async () => {
    const made = await directory.request('POST', 'Users', {
      userName: `名前-${newId('user')}`,
      displayName: '🦄'.repeat(100),
      emails: [{ value: `${newId('user').toLowerCase()}@example.com` }],
      name: { familyName: '', givenName: null },
      constructor: 'x',
      toString: 5,
    });
    expect(made.status).toBe(201);
  });
});

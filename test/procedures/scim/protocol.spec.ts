import { beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../support/client';
import {
  aScimDirectory,
  ERROR_SCHEMA,
  type ScimDirectory,
  SEARCH_SCHEMA,
} from '../../support/scim-directory';

describe('the optional parts of the SCIM protocol', () => {
  let directory: ScimDirectory;
  beforeAll(async () => {
    directory = await aScimDirectory();
    for (const userName of ['ada', 'ben', 'cleo', 'dora'])
      await directory.user({ userName: `${userName}@search.test`, displayName: userName });
    const { id } = await directory.user({ userName: 'eve@search.test' });
    await directory.group('Engineering', [id]);
    await directory.group('Sales');
  });

  const search = (resource: 'Users' | 'Groups', request: object) =>
    directory.request('POST', `${resource}/.search`, { schemas: [SEARCH_SCHEMA], ...request });

  it.each([
    ['GET', 'Me'],
    ['POST', 'Me'],
    ['PUT', 'Me'],
    ['PATCH', 'Me'],
    ['DELETE', 'Me'],
    ['POST', 'Bulk'],
  ])('%s /%s is 501 with the body of a SCIM error', async (method, path) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { schemas: [] };
    const { status, headers, body: error } = await directory.request(method, path, body);
    expect([status, headers['content-type']]).toEqual([
      501,
      expect.stringContaining('application/scim+json'),
    ]);
    expect(error).toEqual({ schemas: [ERROR_SCHEMA], status: '501', detail: expect.any(String) });
    const { organization } = directory;
    const stranger = new WireClient(organization.app, { slug: organization.slug });
    expect((await stranger.request(method, `/api/scim/v2/${path}`)).status).toBe(401);
  });

  it('POST /Users/.search responds as GET /Users does', async () => {
    const filter = 'userName ew "@search.test"';
    const query = `filter=${encodeURIComponent(filter)}&startIndex=2&count=2&sortBy=userName&sortOrder=descending`;
    const listed = await directory.request('GET', `Users?${query}&attributes=userName,name.givenName`);
    const { status, headers, body } = await search('Users', {
      filter,
      startIndex: 2,
      count: 2,
      sortBy: 'userName',
      sortOrder: 'descending',
      attributes: ['userName', 'name.givenName'],
    });
    expect([status, headers['content-type']]).toEqual([200, listed.headers['content-type']]);
    expect(body).toEqual(listed.body);
    expect(body).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([
      'dora@search.test',
      'cleo@search.test',
    ]);
  });

  it('POST /Groups/.search responds as GET /Groups does', async () => {
    const listed = await directory.request(
      'GET',
      'Groups?sortBy=displayName&excludedAttributes=members,meta',
    );
    const { status, body } = await search('Groups', {
      sortBy: 'displayName',
      excludedAttributes: ['members', 'meta'],
    });
    expect([status, body]).toEqual([200, listed.body]);
    expect(body.Resources).toHaveLength(2);
    expect((await search('Groups', {})).body).toEqual((await directory.request('GET', 'Groups')).body);
  });

  it.each([
    [{ filter: 'nonsense' }, 'invalidFilter'],
    [{ filter: 7 }, 'invalidValue'],
    [{ count: 1.5 }, 'invalidValue'],
    [{ startIndex: 'first' }, 'invalidValue'],
    [{ count: {} }, 'invalidValue'],
    [{ attributes: [7] }, 'invalidValue'],
    [{ attributes: { userName: true } }, 'invalidValue'],
    [{ sortBy: 'shoeSize' }, 'invalidValue'],
    [{ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] }, 'invalidSyntax'],
  ])('400: a search request of %j is %s', async (request, scimType) => {
    const { status, body } = await search('Users', request);
    expect([status, body.scimType]).toEqual([400, scimType]);
  });
});

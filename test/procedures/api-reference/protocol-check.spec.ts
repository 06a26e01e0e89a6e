import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { type Exchange, exchangeOf } from '../../support/responses/exchange';
import { checkResponse } from '../../support/responses/response-check';

const SCIM = 'urn:ietf:params:scim';
const scim = (route: string, status: number, body: unknown) =>
  exchangeOf(route.replace(' ', ' /api/scim/v2/'), status, body, {
    headers: { 'content-type': 'application/scim+json' },
  });
const user = (more: object) => ({ schemas: [`${SCIM}:schemas:core:2.0:User`], id: 'usr_1', ...more });
const scimError = (more: object) => ({
  schemas: [`${SCIM}:api:messages:2.0:Error`],
  status: '400',
  scimType: 'invalidValue',
  detail: 'userName: Required',
  ...more,
});

const oauth = (route: string, status: number, body: unknown) => exchangeOf(route, status, body);
const tokens = {
  access_token: 'svc_oat_x',
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'svc_ort_x',
  scope: 'read',
};
const oauthError = { error: 'invalid_grant', error_description: 'The code is not valid' };

const mcp = (method: string, result: object, name?: string) => {
  const sent = { jsonrpc: '2.0', id: 1, method, params: { name } };
  const body = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
  return exchangeOf('POST /api/mcp', 200, body, { sent, headers: { 'content-type': 'text/event-stream' } });
};
const called = (text: string, more: object = {}) =>
  mcp('tools/call', { content: [{ type: 'text', text }], ...more }, 'workspaces_list');
const failed = (text: string) => called(text, { isError: true });

describe('the comparison of responses of protocols', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it.each<[string, Exchange]>([
    ['a user', scim('GET Users/usr_1', 200, user({ userName: 'ada', emails: [{ value: 'a@b.test' }] }))],
    ['an error of SCIM', scim('POST Users', 400, scimError({}))],
    ['tokens', oauth('POST /oauth/token', 200, tokens)],
    ['an error of OAuth', oauth('POST /oauth/token', 400, oauthError)],
    ['the output of a tool', called('{"workspaces":[],"nextCursor":null}')],
    ['the error of a tool', failed('FORBIDDEN: The board is archived\nReason: board_archived')],
  ])('accepts %s', (_what, exchange) => {
    expect(() => checkResponse(app, exchange)).not.toThrow();
  });

  it.each<[string, Exchange, string]>([
    [
      'an attribute that /Schemas has not',
      scim('GET Users/usr_1', 200, user({ title: 'x' })),
      'title: is not',
    ],
    [
      'a part of an attribute that /Schemas has not',
      scim('GET Users/usr_1', 200, user({ emails: [{ value: 'a@b.test', verified: true }] })),
      'emails.0.verified: is not declared',
    ],
    ['another status of SCIM', scim('POST Users', 200, user({})), 'SCIM declares no 200 of POST Users'],
    ['a body of a deleted user', scim('DELETE Users/usr_1', 204, user({})), 'must be equal to constant'],
    ['another status in the body', scim('POST Users', 409, scimError({})), 'returned 409 with'],
    [
      'a type of another status',
      scim('POST Users', 400, scimError({ scimType: 'uniqueness' })),
      'returned 400',
    ],
    [
      'an error without its type',
      scim('POST Users', 400, scimError({ scimType: undefined })),
      'without a scimType',
    ],
    ['an error of the API', scim('POST Users', 400, { error: {} }), 'error: is not declared'],
    ['plain JSON of SCIM', exchangeOf('GET /api/scim/v2/Users/usr_1', 200, user({})), 'as application/json'],
    [
      'SQL in an error of SCIM',
      scim('POST Users', 400, scimError({ detail: 'select id from users where id = 1 returning' })),
      'internals',
    ],
    [
      'an undeclared field of tokens',
      oauth('POST /oauth/token', 200, { ...tokens, user: 1 }),
      'user: is not declared',
    ],
    [
      'an unknown error',
      oauth('POST /oauth/token', 400, { ...oauthError, error: 'oops' }),
      'error: must be equal',
    ],
    [
      'an error with another status',
      oauth('POST /oauth/token', 500, oauthError),
      'returned 500 with invalid_grant',
    ],
    [
      'characters that RFC 6749 forbids',
      oauth('POST /oauth/token', 400, { ...oauthError, error_description: 'no "quotes"' }),
      'error_description: must match pattern',
    ],
    [
      'an output that the procedure does not declare',
      called('{"workspaces":[],"next":null}'),
      'next: is not declared',
    ],
    ['an error of a tool without a code', failed('It failed'), 'begins with no code'],
    [
      'an unknown reason of a tool',
      failed('FORBIDDEN: No\nReason: because'),
      'has the unknown reason because',
    ],
    ['internals in an error of a tool', failed('BAD_REQUEST: relation "items" does not exist'), 'internals'],
    ['an undeclared part of a result', called('{}', { structuredContent: {} }), 'structuredContent: is not'],
    [
      'tools without a description',
      mcp('tools/list', { tools: [{ name: 'a_b' }] }),
      "required property 'description'",
    ],
  ])('rejects %s', (_what, exchange, message) => {
    expect(() => checkResponse(app, exchange)).toThrow(message);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { type Exchange, exchangeOf } from '../../support/responses/exchange';
import { checkResponse } from '../../support/responses/response-check';

const DATA = { code: 'NOT_FOUND', httpStatus: 404, path: 'items.get' };
const SHAPE = { message: 'No such item', code: -32004, data: DATA };
const bodyOf = (shape: object, json = shape) => ({ error: { ...shape, json } });
const withData = (data: object, code = SHAPE.code) => bodyOf({ ...SHAPE, code, data: { ...DATA, ...data } });
const withMessage = (message: string) => bodyOf({ ...SHAPE, message });
const itemsGet = (body: unknown, status = 404) => exchangeOf('GET /api/trpc/items.get', status, body);

describe('the comparison of errors with the API reference', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it.each<[string, Exchange]>([
    ['an error of a procedure', itemsGet(bodyOf(SHAPE))],
    [
      'an error of a batch',
      exchangeOf('GET /api/trpc/items.get,items.get', 404, [bodyOf(SHAPE), bodyOf(SHAPE)]),
    ],
    ['a known reason', itemsGet(withData({ reason: 'change_not_found' }))],
    [
      'a page of an error',
      exchangeOf('GET /invite', 404, '<html>', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('accepts %s', (_what, exchange) => {
    expect(() => checkResponse(app, exchange)).not.toThrow();
  });

  it.each<[string, Exchange, string]>([
    ['no body', itemsGet(''), 'the output: must be object'],
    ['an undeclared field', itemsGet({ ...bodyOf(SHAPE), stack: 'x' }), 'stack: is not declared'],
    [
      'an undeclared field of its data',
      itemsGet(withData({ stack: 'x' })),
      'error.data.stack: is not declared',
    ],
    ['no copy', itemsGet({ error: SHAPE }), "must have required property 'json'"],
    ['another copy', itemsGet(bodyOf(SHAPE, { ...SHAPE, message: 'Other' })), 'has another copy'],
    ['an unknown code', itemsGet(withData({ code: 'GONE' })), 'error.data.code: must be equal to one of'],
    [
      'an unknown reason',
      itemsGet(withData({ reason: 'because' })),
      'error.data.reason: must be equal to one of',
    ],
    ['a status of another code', itemsGet(withData({ httpStatus: 409 })), 'is not 404 and -32004'],
    ['a number of another code', itemsGet(bodyOf({ ...SHAPE, code: -32009 })), 'is not 404 and -32004'],
    ['another status than the response', itemsGet(bodyOf(SHAPE), 409), 'has the status 409'],
    ['the path of another call', itemsGet(withData({ path: 'items.list' })), 'has the path of neither'],
    ['a location without its reason', itemsGet(withData({ location: 'https://a.test' })), 'has a location'],
    [
      'issues of what no input causes',
      itemsGet(
        withData(
          { code: 'FORBIDDEN', httpStatus: 403, issues: [{ path: 'id', message: 'Not yours' }] },
          -32003,
        ),
        403,
      ),
      'has issues',
    ],
    ['a final period', itemsGet(withMessage('No such item.')), 'without a period'],
    ['several lines', itemsGet(withMessage('No such item\n')), 'without a period'],
    [
      'another status than its calls',
      exchangeOf('GET /api/trpc/items.get,items.get', 207, [bodyOf(SHAPE), bodyOf(SHAPE)]),
      'returned 207 for 404, 404',
    ],
    [
      'fewer bodies than calls',
      exchangeOf('GET /api/trpc/items.get,items.get', 404, [bodyOf(SHAPE)]),
      '1 bodies',
    ],
    [
      'a route that is not its path',
      exchangeOf('POST /api/auth/signin', 404, withData({ path: 'signin' })),
      'has the path of neither',
    ],
    [
      'a 429 without a time',
      exchangeOf(
        'GET /api/trpc/items.get',
        429,
        bodyOf({
          message: 'Too many calls',
          code: -32029,
          data: { ...DATA, code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
        }),
      ),
      'has no retry-after',
    ],
  ])('rejects %s', (_what, exchange, message) => {
    expect(() => checkResponse(app, exchange)).toThrow(message);
  });

  it.each([
    'relation "items" does not exist',
    'insert into items (id) values ($1)',
    'SELECT id FROM items WHERE id = $1',
    'duplicate key value violates unique constraint "items_pkey"',
    "Cannot read properties of undefined (reading 'id')",
    'TypeError: x is not a function',
    'connect ECONNREFUSED 127.0.0.1:5432',
    "ENOENT: no such file or directory, open 'data/files'",
    'at ItemsService.get (/srv/trestle/dist/src/items.service.js:3:14)',
    'It is [object Object]',
  ])('rejects a message with internals: %s', (message) => {
    expect(() => checkResponse(app, itemsGet(withMessage(message)))).toThrow('has internals of the server');
    const issues = [{ path: 'id', message }];
    const data = { ...DATA, code: 'BAD_REQUEST', httpStatus: 400, issues };
    const rejected = itemsGet(bodyOf({ message: 'Invalid input', code: -32600, data }), 400);
    expect(() => checkResponse(app, rejected)).toThrow('has internals of the server');
  });

  it('accepts such words in messages for users', () => {
    for (const message of [
      'Select a column from the list',
      'No such relation',
      'Update the item and set a value',
    ])
      expect(() => checkResponse(app, itemsGet(withMessage(message)))).not.toThrow();
  });
});

interface HookBody {
  body?: unknown;
  headers?: Record<string, string>;
  payload: unknown;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

/** What a hook accepts, and what it is stored as. */
export const HOOK_BODIES: [string, HookBody][] = [
  ['none', { payload: null }],
  ['none with a content type', { body: '', payload: null }],
  ['an empty object', { body: '{}', payload: {} }],
  ['null', { body: 'null', payload: null }],
  ['a number', { body: ' -1.5e3 ', payload: -1500 }],
  ['false', { body: 'false', payload: false }],
  ['a text', { body: '"ü\\n😀"', payload: 'ü\n😀' }],
  ['a list', { body: '[1,[],{}]', payload: [1, [], {}] }],
  ['names of objects', { body: '{"constructor":1,"":2}', payload: { constructor: 1, '': 2 } }],
  [
    'JSON of a protocol',
    {
      body: '{"a":1}',
      headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
      payload: { a: 1 },
    },
  ],
  ['a form', { body: 'a=1&b=x+%C3%BC&=&c', headers: FORM, payload: { a: '1', b: 'x ü', '': '', c: '' } }],
  ['a form with a repeated field', { body: 'a=1&a=2', headers: FORM, payload: { a: ['1', '2'] } }],
  ['a form with half an escape', { body: 'a=%&b=%f', headers: FORM, payload: { a: '%', b: '%f' } }],
];

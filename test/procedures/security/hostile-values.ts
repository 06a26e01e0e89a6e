import { type JsonType, typeOf } from './input-places';

/** A placeholder for JSON that JavaScript cannot express: replaced when the text is built. */
const BEYOND_NUMBERS = '@@1e400@@';

/** The text of a call's body, or of its `input` in the address. */
export function wireText(input: unknown): string {
  return JSON.stringify({ json: input }).replaceAll(`"${BEYOND_NUMBERS}"`, '1e400');
}

function nested(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** What no place of any input takes. */
export const NEVER: Readonly<Record<string, unknown>> = {
  'a NUL': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'the other half': '\udfff',
  'a number beyond all numbers': BEYOND_NUMBERS,
  'a key with a NUL': { 'a\u0000': 1 },
  // As JSON has it: in an object literal it would set the prototype.
  '__proto__ as a key': JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  'a hundred and one levels': nested(101),
};

const OF_TYPE: readonly unknown[] = ['text', '50', 5, true, null, [1], { a: 1 }];

/** What a place cannot take by its type. */
export function wrongTypes(types: ReadonlySet<JsonType>): unknown[] {
  return OF_TYPE.filter((value) => !types.has(typeOf(value)));
}

/** What a place may take or reject, as it likes; nothing may break. */
export const ODD: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(200_000),
  '\u202e\u200b\ufeff \' or 1=1 -- "\\ %_% (?=a+)+$ {user.name} ${7*7} <b> ../../etc/passwd',
  'a\r\nBcc: x@example.com',
  '__proto__',
  'constructor',
  'itm_00000000000000000000000000',
  0,
  -1,
  1.5,
  1e9,
  -1e308,
  null,
  [],
  {},
  [null],
  { constructor: { prototype: { isAdmin: true } } },
  Array.from({ length: 2_000 }, () => 'x'),
];

/** The same of places that may hold a time. */
export const ODD_TIMES: readonly unknown[] = [
  '0000-00-00',
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  8.64e15 + 1,
];

/** Words of internals, which no response can contain. */
export const INSIDES =
  /node_modules|\bat \S+ \(|\.(ts|js):\d|\b(pg_|select |insert into|relation ")|SQLSTATE|violates|stack/i;

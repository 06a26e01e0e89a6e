import { describe, expect, it } from 'vitest';
import {
  contentTypeOf,
  filledBody,
} from '../../../../../../src/modules/automations/actions/webhook/request-body';
import { fillTemplate } from '../../../../../../src/modules/automations/templates/fill-template';

const HOSTILE = '"}, {"admin": true}\\ {item.id}';
const text = (template: string, escape?: (value: string, at: number) => string) =>
  Promise.resolve(fillTemplate(template, (name) => (name === 'item.name' ? HOSTILE : undefined), escape));

describe('the body of a request', () => {
  it.each([
    [{ a: 1 }, {}, 'application/json'],
    ['{"a": "{item.name}"}', {}, 'application/json'],
    ['{"a": {item.name}}', {}, 'application/json'],
    ['[1]', {}, 'application/json'],
    ['{item.name}', {}, 'text/plain; charset=utf-8'],
    ['{item.name} was created', {}, 'text/plain; charset=utf-8'],
    ['{"a": 1}', { 'Content-TYPE': 'text/xml' }, 'text/xml'],
    [undefined, { 'content-type': 'text/xml' }, null],
  ])('%j with %j has the type %s', (body, headers, expected) => {
    expect(contentTypeOf(headers as unknown as Record<string, string>, body)).toBe(expected);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/ld+json', 'APPLICATION/JSON'])(
    'a value stays in its string with the type %s',
    async (type) => {
      const filled = await filledBody('{"name": "{item.name}"}', type, text);
      expect(JSON.parse(filled!)).toEqual({ name: HOSTILE });
    },
  );

  it.each([
    [HOSTILE, HOSTILE],
    ['1, "admin": true', '1, "admin": true'],
    ['', ''],
    ['12.5', 12.5],
    ['true', true],
    ['{"a": [1]}', { a: [1] }],
  ])('%j in place of a JSON value adds no key', async (value, expected) => {
    const insert = (template: string, escape?: (value: string, at: number) => string) =>
      Promise.resolve(fillTemplate(template, (name) => (name === 'x' ? value : undefined), escape));
    const filled = await filledBody(
      '{"a\\"": {x}, "b": "\\\\", "c": "{x}", "d":{x}}',
      'application/json',
      insert,
    );
    expect(JSON.parse(filled!)).toEqual({ 'a"': expected, b: '\\', c: value, d: expected });
  });

  it('a value of an object is filled once, and keys are not', async () => {
    const filled = await filledBody({ '{item.name}': ['{item.name}', 1, null] }, 'application/json', text);
    expect(JSON.parse(filled!)).toEqual({ '{item.name}': [HOSTILE, 1, null] });
  });

  it('a text that becomes too long is rejected', async () => {
    const long = () => Promise.resolve('x'.repeat(250_001));
    await expect(filledBody('{item.name}', 'text/plain', long)).rejects.toThrow(
      'more than 250000 characters',
    );
  });
});

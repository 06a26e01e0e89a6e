import { describe, expect, it } from 'vitest';
import { JsonText } from '../../../src/kernel/json';
import { successBody } from '../../../src/rpc/envelope';

describe('successBody', () => {
  it.each<[unknown, string]>([
    [{ a: 1, b: undefined }, '{"result":{"data":{"json":{"a":1}}}}'],
    [null, '{"result":{"data":{"json":null}}}'],
    [undefined, '{"result":{"data":{"json":null}}}'],
    [new JsonText('{"a":  1}'), '{"result":{"data":{"json":{"a":  1}}}}'],
    [new Date(0), '{"result":{"data":{"json":"1970-01-01T00:00:00.000Z"}}}'],
  ])('of %o', (output, body) => expect(successBody(output)).toBe(body));
});

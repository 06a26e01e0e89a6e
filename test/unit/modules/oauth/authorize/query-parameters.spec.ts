import { describe, expect, it } from 'vitest';
import { QueryParameters } from '../../../../../src/modules/oauth/authorize/query-parameters';

describe('QueryParameters', () => {
  it('has each as it was written, and decoded', () => {
    const query = new QueryParameters('a=x+y%20z&b=&c&d=%zz&e=1=2');
    expect([query.raw('a'), query.value('a')]).toEqual(['x+y%20z', 'x y z']);
    expect([query.raw('b'), query.raw('c'), query.raw('nothing')]).toEqual([null, null, null]);
    expect([query.raw('d'), query.value('d')]).toEqual(['%zz', null]);
    expect(query.value('e')).toBe('1=2');
  });

  it('detects repeated names, in any encoding', () => {
    const query = new QueryParameters('state=1&st%61te=2&scope=x');
    expect(query.isRepeated('state')).toBe(true);
    expect(query.isRepeated('scope')).toBe(false);
  });

  it('encodes characters that a URL cannot contain, and leaves the rest', () => {
    const query = new QueryParameters('s=a\\b"c<d>\u00e9\u0001漢&t=%41+~!$\'()*,;:@/?');
    expect(query.text).toBe("s=a%5Cb%22c%3Cd%3E%E9%01%E6%BC%A2&t=%41+~!$'()*,;:@/?");
    expect(query.raw('s')).toBe('a%5Cb%22c%3Cd%3E%E9%01%E6%BC%A2');
    expect(new QueryParameters(query.text).text).toBe(query.text);
  });

  it('accepts names of object members', () => {
    const query = new QueryParameters('__proto__=1&constructor=2');
    expect(query.value('__proto__')).toBe('1');
    expect(query.value('toString')).toBeNull();
  });
});

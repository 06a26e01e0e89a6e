import { describe, expect, it } from 'vitest';
import { isWebAddress, WEB_ADDRESS_MAX } from '../../../src/kernel/web-address';

describe('isWebAddress', () => {
  it.each([
    'https://example.com',
    'HTTP://example.com:8080/a?b=c#d',
    'https://müller.example/ä',
    'http://[::1]/',
  ])('accepts %s', (text) => expect(isWebAddress(text)).toBe(true));

  it.each([
    '',
    'https://',
    '//example.com',
    'example.com',
    'ftp://example.com',
    'mailto:ada@example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ada@example.com',
    'https://ada:secret@example.com',
    'https://example.com\\@evil.example',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com/\n',
    'java\nscript:alert(1)',
  ])('rejects %j', (text) => expect(isWebAddress(text)).toBe(false));

  it('rejects what is too long', () => {
    const start = 'https://example.com/';
    expect(isWebAddress(start.padEnd(WEB_ADDRESS_MAX, 'a'))).toBe(true);
    expect(isWebAddress(start.padEnd(WEB_ADDRESS_MAX + 1, 'a'))).toBe(false);
  });
});

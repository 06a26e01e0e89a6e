import { describe, expect, it } from 'vitest';
import { servedType } from '../../../../../src/modules/files/downloads/served-type';

describe('servedType', () => {
  it.each([
    ['text/plain', 'text/plain; charset=utf-8'],
    ['image/png', 'image/png'],
    ['video/mp4', 'video/mp4'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['application/zip', 'application/octet-stream'],
    ['video/x\r\nSet-Cookie: a=b', 'application/octet-stream'],
  ])('%s is sent as %s', (type, served) => {
    expect(servedType(type)).toBe(served);
  });
});

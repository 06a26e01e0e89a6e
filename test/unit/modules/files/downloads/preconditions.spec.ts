import { describe, expect, it } from 'vitest';
import { isNotModified, isRangeCurrent } from '../../../../../src/modules/files/downloads/preconditions';

const VALIDATORS = { etag: '"abc"', modifiedAt: new Date('2026-01-02T03:04:05.678Z') };
const SAME = 'Fri, 02 Jan 2026 03:04:05 GMT';
const BEFORE = 'Fri, 02 Jan 2026 03:04:04 GMT';

const given = (headers: Record<string, string>) => (name: string) => headers[name];

describe('isNotModified', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-modified-since': SAME }, true],
    [{ 'if-modified-since': BEFORE }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    // The tag decides where both are sent.
    [{ 'if-none-match': '"x"', 'if-modified-since': SAME }, false],
  ] as [Record<string, string>, boolean][])('%j', (headers, expected) => {
    expect(isNotModified(given(headers), VALIDATORS)).toBe(expected);
  });
});

describe('isRangeCurrent', () => {
  it.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': '"x"' }, false],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': SAME }, true],
    [{ 'if-range': BEFORE }, false],
  ] as [Record<string, string>, boolean][])('%j', (headers, expected) => {
    expect(isRangeCurrent(given(headers), VALIDATORS)).toBe(expected);
  });
});

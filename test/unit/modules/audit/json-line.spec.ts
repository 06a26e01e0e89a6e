import { describe, expect, it } from 'vitest';
import { jsonLine } from '../../../../src/modules/audit/json-line';

describe('jsonLine', () => {
  it('is one line for every reader, and parses to the same', () => {
    const record = { text: 'a\nb\r\u0085\u2028\u2029\u000b"\\', deep: [{ text: 'c\n' }] };
    const line = jsonLine(record);
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual(record);
  });
});

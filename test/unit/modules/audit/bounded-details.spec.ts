import { describe, expect, it } from 'vitest';
import { boundedDetails, boundedText } from '../../../../src/modules/audit/bounded-details';

const fields = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, text]));

describe('boundedDetails', () => {
  it('keeps short values', () => {
    const details = { input: { name: 'A', ids: ['x'], flag: true, none: null } };
    expect(boundedDetails(details)).toEqual(details);
  });

  it('cuts long texts, long lists and deep trees', () => {
    let deep: object = {};
    for (let at = 0; at < 50; at += 1) deep = { deep };
    const cut = boundedDetails({ text: 'x'.repeat(9_000), list: Array(500).fill(1), deep } as never);
    expect((cut['text'] as string).length).toBe(500);
    expect(cut['list']).toHaveLength(51);
    expect(JSON.stringify(cut['deep']).length).toBeLessThan(80);
  });

  it('cuts more of values that are still too long, and keeps each field as long as possible', () => {
    const { input } = boundedDetails({ input: fields(40, 'x'.repeat(500)) });
    expect(input).toEqual(fields(40, `${'x'.repeat(39)}…`));
  });

  it('names the fields of an oversized record in any case', () => {
    const input = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${'f'.repeat(80)}${at}`, fields(5, 'x')]),
    );
    expect(boundedDetails({ input })).toEqual({ input: Object.keys(input) });
  });

  it('cuts each part separately: the input crowds out nothing', () => {
    const after = { redirectUris: Array.from({ length: 5 }, (_, at) => `https://example.com/${at}`) };
    const cut = boundedDetails({ input: fields(5_000, 'x'.repeat(5_000)), after });
    expect(cut['after']).toEqual(after);
    expect(JSON.stringify(cut).length).toBeLessThan(6_000);
  });
});

describe('boundedText', () => {
  it('contains nothing that PostgreSQL rejects', () => {
    expect(boundedText('a\u0000b\ud800', 10)).toBe('ab\ufffd');
    expect(boundedText('😀😀', 3)).toBe('😀…');
    expect(boundedText(undefined, 3)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { boundedDetails, boundedText } from '../../../../src/modules/audit/bounded-details';

describe('boundedDetails', () => {
  it('keeps what is short', () => {
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

  it('names the fields of what is too long as a whole', () => {
    const input = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, 'x'.repeat(500)]));
    const cut = boundedDetails({ input, other: 1 });
    expect(cut).toEqual({ input: Object.keys(input), other: 1 });
  });
});

describe('boundedText', () => {
  it('has nothing in it that PostgreSQL refuses', () => {
    expect(boundedText('a\u0000b\ud800', 10)).toBe('ab\ufffd');
    expect(boundedText('😀😀', 3)).toBe('😀…');
    expect(boundedText(undefined, 3)).toBeNull();
  });
});

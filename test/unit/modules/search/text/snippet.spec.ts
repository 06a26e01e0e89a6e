import { describe, expect, it } from 'vitest';
import { searchTermsOf } from '../../../../../src/modules/search/text/search-terms';
import { snippetOf } from '../../../../../src/modules/search/text/snippet';

const snippet = (body: string, question: string) => snippetOf(body, searchTermsOf(question).terms);

describe('snippetOf', () => {
  it('shows a short text whole, as one line', () => {
    expect(snippet('Ask the\n  Café for a quote', 'CAFE')).toBe('Ask the Café for a quote');
  });

  it('shows the surroundings of the first match in a long one', () => {
    const body = `${'before '.repeat(50)}the budget ${'after '.repeat(50)}`;
    const shown = snippet(body, 'budg')!;
    expect(shown).toMatch(/^…before .*the budget after .*…$/);
    expect(shown.length).toBeLessThan(200);
  });

  it('finds a part of an unspaced run', () => {
    expect(snippet('来週の会議室を予約', '会議')).toBe('来週の会議室を予約');
  });

  it('is null where the stored text contains no term', () => {
    expect(snippet('Something else', 'budget')).toBeNull();
    expect(snippet('offices', 'of the')).toBeNull();
  });
});

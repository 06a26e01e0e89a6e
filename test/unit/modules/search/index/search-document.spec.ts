import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../../../src/kernel/ids';
import { documentOf } from '../../../../../src/modules/search/index/search-document';

function documentFor(name: string, text = '') {
  const workspaceId = 'wsp_1' as WorkspaceId;
  const source = {
    id: 'itm_1',
    type: 'item' as const,
    workspaceId,
    name,
    text,
  };
  return documentOf(source);
}

describe('documentOf', () => {
  it('has the words of the name, and each word of the other text that is not among them', () => {
    const { document, words } = documentFor('Big Café', 'a big day');
    expect(document).toEqual({
      type: 'i',
      place: '1',
      workspace_id: 'wsp_1',
      name: 'big cafe',
      name_words: null,
      words: 'a day',
      body: 'a big day',
    });
    expect(words).toEqual(['big', 'cafe', 'a', 'day']);
  });

  it.each([
    ['会議 and', '会議 議 and'],
    [`the ${'x'.repeat(70)}`, `the ${'x'.repeat(60)}`],
  ])('has what is looked up in the name %s apart from it', (name, expected) => {
    const { document } = documentFor(name);
    expect(document.name).toBe(name);
    expect(document.name_words).toBe(expected);
  });

  it.each(['', '—', 'one two one'])('has no such words for %j', (name) => {
    expect(documentFor(name).document.name_words).toBeNull();
  });

  it('keeps pairs of unspaced runs out of the dictionary', () => {
    const { document, words } = documentFor('Name', '会議 室');
    expect(document.words).toBe('会議 議 室');
    expect(words).toEqual(['name']);
  });

  it('includes no more of a long text than an index can contain', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => at.toString(36)).join(' ');
    const { document, words } = documentFor('Name', text);
    expect(words.length).toBeLessThanOrEqual(2_000);
    expect(document.body.length).toBeLessThanOrEqual(2_000);
    expect(Math.max(...document.words.split(' ').map((word) => Buffer.byteLength(word)))).toBeLessThan(2_046);
  });

  it('keeps text well-formed when it cuts inside a surrogate pair', () => {
    const { document } = documentFor('Name', `x${'𐐀'.repeat(15_000)}`);
    expect(document.body.isWellFormed()).toBe(true);
    expect(document.words.isWellFormed()).toBe(true);
  });
});

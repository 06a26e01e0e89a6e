import { describe, expect, it } from 'vitest';
import type { OrganizationId, WorkspaceId } from '../../../../../src/kernel/ids';
import { lexemesOf } from '../../../../../src/modules/search/text/lexemes';
import { documentOf } from '../../../../../src/modules/search/index/search-document';

const organizationId = 'org_1' as OrganizationId;
const mark = lexemesOf(organizationId).trigram('');

function documentFor(name: string, text = '') {
  const workspaceId = 'wsp_1' as WorkspaceId;
  const source = {
    id: 'itm_1',
    type: 'item' as const,
    workspaceId,
    name,
    text,
  };
  return documentOf(organizationId, source);
}

describe('documentOf', () => {
  it('has an entry for the type, the location, and each word in the name and anywhere', () => {
    const { document, words } = documentFor('Big Café', 'a big day');
    expect(document.name).toBe('big cafe');
    expect(document.lexemes.map((lexeme) => lexeme.slice(mark.length))).toEqual([
      'titem',
      'swsp_1',
      'nbig',
      'ncafe',
      'wbig',
      'wcafe',
      'wa',
      'wday',
    ]);
    expect(words.map(({ word }) => word)).toEqual(['big', 'cafe', 'a', 'day']);
  });

  it('marks its entries with the organization, so that another one shares none', () => {
    const other = lexemesOf('org_2').name('big');
    expect(documentFor('Big').document.lexemes).not.toContain(other);
  });

  it('keeps pairs of unspaced runs out of the dictionary', () => {
    const { document, words } = documentFor('会議');
    expect(document.lexemes).toContain(`${mark}n会議`);
    expect(words).toEqual([]);
  });

  it('includes no more of a long text than an index can contain', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => at.toString(36)).join(' ');
    const { document, words } = documentFor('Name', text);
    expect(words.length).toBeLessThanOrEqual(2_000);
    expect(document.body.length).toBeLessThanOrEqual(2_000);
    expect(Math.max(...document.lexemes.map((lexeme) => Buffer.byteLength(lexeme)))).toBeLessThan(2_046);
  });

  it('keeps text well-formed when it cuts inside a surrogate pair', () => {
    const { document } = documentFor('Name', `x${'𐐀'.repeat(15_000)}`);
    expect(document.body.isWellFormed()).toBe(true);
    expect(document.lexemes.every((lexeme) => lexeme.isWellFormed())).toBe(true);
  });
});

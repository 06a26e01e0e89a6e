import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGN_ON_REASONS } from '../../../src/modules/sso/sign-on/sign-on-rejected';

describe('the reasons of rejected sign-ons', () => {
  it('stand in the documentation, each of them', () => {
    const page = readFileSync('docs/sso.md', 'utf8');
    expect(SIGN_ON_REASONS.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
  });
});

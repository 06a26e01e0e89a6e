import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGN_ON_REASONS } from '../../../src/modules/sso/sign-on/sign-on-rejected';

describe('the reasons of rejected sign-ins', () => {
  it('are all documented', () => {
    const page = readFileSync('docs/sso.md', 'utf8');
    expect(SIGN_ON_REASONS.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
  });
});

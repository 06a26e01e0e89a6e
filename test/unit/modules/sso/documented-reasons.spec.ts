import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGN_ON_REASONS } from '../../../../src/modules/sso/sign-on-refused';

describe('the reasons of refused sign-ons', () => {
  it('stand in the documentation, each of them', () => {
    const page = readFileSync('docs/sso.md', 'utf8');
    expect(SIGN_ON_REASONS.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
  });
});

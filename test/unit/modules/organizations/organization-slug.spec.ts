import { describe, expect, it } from 'vitest';
import { slugProblem, slugsFrom } from '../../../../src/modules/organizations/organization-slug';

const RESERVED =
  'www app api admin status docs help support blog mail smtp ftp ns1 ns2 cdn assets static staging dev test'.split(
    ' ',
  );

describe('a slug', () => {
  it.each(['abc', 'a-1', 'acme', 'acme-2', 'a--b', 'x'.repeat(63), 'testing', 'my-api'])(
    'can be %s',
    (slug) => expect(slugProblem(slug)).toBeNull(),
  );

  it.each([
    '',
    'ab',
    'x'.repeat(64),
    'Acme',
    '1acme',
    '-acme',
    'acme-',
    'ac me',
    'ac.me',
    'ac_me',
    'acmé',
    'acme\n',
    'аcme',
    ...RESERVED,
  ])('cannot be %j', (slug) => expect(slugProblem(slug)).not.toBeNull());
});

describe('slugs derived from a name', () => {
  it.each([
    ['Acme', 'acme'],
    ['Acme, Inc.', 'acme-inc'],
    ['  Ünïcode & Söhne  ', 'unicode-sohne'],
    ['Große Straße', 'grosse-strasse'],
    ['42 Things', 'org-42-things'],
    ['株式会社', 'org'],
    ['🚀🚀🚀', 'org'],
    ['---', 'org'],
    ['x'.repeat(100), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
    ['ﬁrst', 'first'],
  ])('%j begins with %s', (name, slug) => expect([...slugsFrom(name)][0]).toBe(slug));

  it.each([
    ['admin', 'admin-2'],
    ['A', 'a-2'],
    ['No', 'no-2'],
  ])('%j, which is not a valid slug, begins with %s', (name, slug) =>
    expect([...slugsFrom(name)][0]).toBe(slug),
  );

  it.each(['Acme', 'www', '', '9', 'é', 'x'.repeat(100), `${'x-'.repeat(50)}`, 'A \u0000 B'])(
    '%j has several candidates, all of them valid',
    (name) => {
      const slugs = [...slugsFrom(name)];
      expect(new Set(slugs).size).toBe(slugs.length);
      expect(slugs.length).toBeGreaterThanOrEqual(7);
      expect(slugs.filter((slug) => slugProblem(slug) !== null)).toEqual([]);
    },
  );
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableRowsUnder } from '../support/documents/markdown';

const ROOT = join(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs/security-requirements.md'), 'utf8');

const ASVS = tableRowsUnder(page, 'Requirements of OWASP ASVS 5.0').slice(1);
const TOP_10 = tableRowsUnder(page, 'Requirements of the OWASP API Security Top 10 (2023)').slice(1);

const testsIn = (cell: string): string[] =>
  [...cell.matchAll(/`(test\/[^`]+\.spec\.ts)`/g)].map(([, path]) => path!);

describe('docs/security-requirements.md', () => {
  it('numbers each requirement once, in order', () => {
    const first = ASVS.map(([items]) => items!.split(/, | to /)[0]!);
    expect(first.filter((item) => !/^\d+\.\d+\.\d+$/.test(item))).toEqual([]);
    const all = ASVS.flatMap(([items]) => items!.split(/, | to /));
    expect(new Set(all).size).toBe(all.length);
    const weight = (item: string) => item.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
    expect(first).toEqual(first.toSorted((a, b) => weight(a) - weight(b)));
  });

  it('names an existing test for each requirement that is met', () => {
    const states = ASVS.map(([items, , state, proof]) => ({ items, state, tests: testsIn(proof!) }));
    expect(states.filter(({ state }) => !/^(met|partly|operator|later)$/.test(state!))).toEqual([]);
    expect(states.filter(({ state, tests }) => /met|partly/.test(state!) && tests.length === 0)).toEqual([]);
    const named = [
      ...states.flatMap(({ tests }) => tests),
      ...TOP_10.flatMap(([, proof]) => testsIn(proof!)),
    ];
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names a test for each of the ten risks of APIs', () => {
    expect(TOP_10.map(([risk]) => risk!.split(' ')[0])).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    );
    expect(TOP_10.filter(([, proof]) => testsIn(proof!).length === 0)).toEqual([]);
  });

  it('names each of the tests written for it', () => {
    const folder = 'test/procedures/security';
    const specs = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.spec.ts'));
    expect(specs.filter((name) => !page.includes(`\`${folder}/${name}\``))).toEqual([]);
  });
});

import type { SourceFile, Violation } from '../source-file';

interface Package {
  dev?: boolean;
  engines?: { node?: string } | string[];
}

interface Lock {
  packages: Record<string, Package>;
}

/** Every package that runs in the service supports the oldest Node that package.json allows (decision 0012). */
export function nodeFloor(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => {
    const { '': root, ...packages } = (JSON.parse(text) as Lock).packages;
    const floor = nodeRangeOf(root!)!;
    return Object.entries(packages)
      .filter(([, { dev }]) => !dev)
      .map(([name, each]) => ({ name, range: nodeRangeOf(each) }))
      .filter(({ range }) => range !== undefined && !includes(range, numbersOf(floor)))
      .map(({ name, range }) => ({
        path,
        message: `${name} needs Node ${range}, package.json allows ${floor}`,
      }));
  });
}

function nodeRangeOf({ engines }: Package): string | undefined {
  return Array.isArray(engines) ? undefined : engines?.node;
}

/** The forms of ranges that packages write for engines: alternatives of `>=`, `^`, `~`, bare and wildcard versions. */
function includes(range: string, version: readonly number[]): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replaceAll(/([<>=^~]+)\s+/g, '$1')
      .split(/\s+/)
      .every((comparator) => satisfies(comparator, version)),
  );
}

function satisfies(comparator: string, version: readonly number[]): boolean {
  const [, operator = '', text = ''] = /^([<>=^~]*)v?(.*)$/.exec(comparator)!;
  if (text === '' || text === '*') return true;
  const bound = numbersOf(text);
  const order = compare(version, bound);
  if (operator === '>=') return order >= 0;
  if (operator === '>') return order > 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  if (operator === '^') return order >= 0 && version[0] === bound[0];
  if (operator === '~')
    return order >= 0 && version[0] === bound[0] && (bound.length < 2 || version[1] === bound[1]);
  return bound.every((number, at) => version[at] === number);
}

/** `20.x` and `20` are 20 alone: what is left out may be anything. */
function numbersOf(text: string): number[] {
  return [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

function compare(version: readonly number[], bound: readonly number[]): number {
  for (const [at, number] of bound.entries()) {
    const difference = (version[at] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}

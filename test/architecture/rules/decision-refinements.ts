import type { SourceFile, Violation } from '../source-file';

const NUMBER = /\/(\d{4})-[^/]+$/;

/** A decision that refines another is linked from it, and the reverse: the reader of either page finds both. */
export function decisionRefinements(files: readonly SourceFile[]): Violation[] {
  const pages = new Map(files.map((file) => [NUMBER.exec(file.path)?.[1], file]));
  const linked = (number: string, relation: Relation) => {
    const page = pages.get(number);
    return page ? linksOf(page, relation) : [];
  };
  return files.flatMap((page) => {
    const own = NUMBER.exec(page.path)?.[1];
    if (!own) return [];
    return [
      ...linksOf(page, 'refines').filter((other) => !linked(other, 'refined by').includes(own)),
      ...linksOf(page, 'refined by').filter((other) => !linked(other, 'refines').includes(own)),
    ].map((other) => ({ path: page.path, message: `and decision ${other}: only one names the other` }));
  });
}

type Relation = 'refines' | 'refined by';

/** The numbers that the status of a page links after a relation. */
function linksOf({ text }: SourceFile, relation: Relation): string[] {
  const status = /^\*\*Status\.\*\* (?<status>[^]*?)\n\n/m.exec(text)?.groups?.['status'] ?? '';
  const part = status.split(';').find((each) => each.trim().startsWith(relation)) ?? '';
  return [...part.matchAll(/\[(\d{4})\]/g)].map(([, number]) => number!);
}

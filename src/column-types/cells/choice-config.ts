import type { ColumnTypeName } from '../column-type';
import { LABEL_NAME_MAX_LENGTH } from '../configs/labels';
import { splitList } from './list-text';

const DONE_WORD = /^(done|closed|complete|completed|finished|resolved|implemented|shipped|released)$/i;

/** The config of a choice column with the words of its cells as options. `colors`: those of some words. */
export function configOf(
  type: ColumnTypeName,
  texts: ReadonlySet<string>,
  colors: ReadonlyMap<string, string> = new Map(),
): object {
  if (type === 'status') return { labels: colored(labelsFor(texts), colors) };
  if (type === 'dropdown') return { options: [...texts] };
  if (type !== 'label') return {};
  const entries = new Set([...texts].flatMap(splitList));
  return {
    labels: colored(
      labelsFor(entries).map(({ name }) => ({ name })),
      colors,
    ),
  };
}

function colored<L extends { name: string }>(labels: L[], colors: ReadonlyMap<string, string>): L[] {
  return labels.map((label) => {
    const color = colors.get(label.name);
    return color === undefined ? label : { ...label, color };
  });
}

/** Words that differ only in case are one label. */
export function labelsFor(words: ReadonlySet<string>): { name: string; isDone?: boolean }[] {
  const names = new Map<string, string>();
  for (const word of words) if (!names.has(word.toLowerCase())) names.set(word.toLowerCase(), word);
  return [...names.values()].map((name) => (DONE_WORD.test(name) ? { name, isDone: true } : { name }));
}

/** Whether a text can be a label or an option. */
export function isWord(text: string): boolean {
  return text.length <= LABEL_NAME_MAX_LENGTH && !text.includes('\n');
}

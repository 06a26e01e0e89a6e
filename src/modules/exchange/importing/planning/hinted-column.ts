import { configOf } from '../../../../column-types/cells/choice-config';
import { splitList } from '../../../../column-types/cells/list-text';
import { fitsType } from '../../../../column-types/cells/fits-type';
import type { FileColumn, GuessedType } from '../../../../column-types/cells/guess-type';
import type { ColumnHint } from '../../presets/preset';
import { rewriteAll } from '../../presets/rewrites';

/** The most words of a column whose cells list several of them. */
const MAX_WORDS = 60;

/**
 * The column that a product means, if the cells fit it; null otherwise. A column of colored cells is a status, and one of lists is
 * a label column.
 */
export function hinted(column: FileColumn, hint: ColumnHint | null): GuessedType | null {
  const { type, config, rewrite } = hint ?? { type: seenType(column) };
  if (type === null) return null;
  const texts = rewriteAll(rewrite, column.texts);
  if (!fitsType(type, texts)) return null;
  return { type, config: config ?? configOf(type, texts, column.colors) };
}

function seenType({ texts, filled, colors }: FileColumn): 'status' | 'label' | null {
  if (filled === 0) return null;
  if (colors !== undefined && [...texts].every((text) => colors.has(text))) return 'status';
  return areLists(texts) ? 'label' : null;
}

/** Products separate the values of a field with commas. Lists of few words have fewer words than there are lists; places do not. */
function areLists(texts: ReadonlySet<string>): boolean {
  if (![...texts].some((text) => text.includes(','))) return false;
  const words = new Set([...texts].flatMap(splitList));
  return words.size <= MAX_WORDS && words.size < texts.size;
}

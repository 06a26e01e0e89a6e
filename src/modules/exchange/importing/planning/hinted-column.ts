import { configOf } from '../../../../column-types/cells/choice-config';
import { fitsType } from '../../../../column-types/cells/fits-type';
import type { FileColumn, GuessedType } from '../../../../column-types/cells/guess-type';
import type { ColumnHint } from '../../presets/preset';
import { rewriteAll } from '../../presets/rewrites';

/** The column that a product means, if the cells fit it; null otherwise. A column of colored cells is a status. */
export function hinted(column: FileColumn, hint: ColumnHint | null): GuessedType | null {
  const { colors } = column;
  const isColored =
    colors !== undefined && column.filled > 0 && [...column.texts].every((text) => colors.has(text));
  const { type, config, rewrite } = hint ?? { type: isColored ? 'status' : null };
  if (type === null) return null;
  const texts = rewriteAll(rewrite, column.texts);
  if (!fitsType(type, texts)) return null;
  return { type, config: config ?? configOf(type, texts, colors) };
}

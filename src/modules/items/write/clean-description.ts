import { hasMoreCharacters } from '../../../kernel/character-count';
import { InvalidInput } from '../../../kernel/app-error';
import { sanitizeRichText } from '../../../column-types/values/sanitize-rich-text';
import { DESCRIPTION_MAX } from '../items.schemas';

/** Rich text; blank means none. The limit applies to the stored text too, which escaping can make longer. */
export function cleanDescription(
  description: string | null | undefined,
  path = 'description',
): string | null {
  if (description === null || description === undefined) return null;
  const clean = sanitizeRichText(description);
  if (hasMoreCharacters(clean, DESCRIPTION_MAX)) {
    throw InvalidInput.at(path, `Must be at most ${DESCRIPTION_MAX} characters including markup`);
  }
  return clean === '' ? null : clean;
}

import { InvalidInput } from '../../kernel/app-error';
import { sanitizeRichText } from '../columns';
import { DESCRIPTION_MAX } from './items.schemas';

/** Rich text; blank is none. The limit holds for what is kept as well, which escaping can make longer. */
export function cleanDescription(
  description: string | null | undefined,
  path = 'description',
): string | null {
  if (description === null || description === undefined) return null;
  const clean = sanitizeRichText(description);
  if (clean.length > DESCRIPTION_MAX) {
    throw InvalidInput.at(path, `Must be at most ${DESCRIPTION_MAX} characters, its markup included`);
  }
  return clean === '' ? null : clean;
}

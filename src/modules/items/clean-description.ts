import { sanitizeRichText } from '../columns';

/** Rich text; blank is none. */
export function cleanDescription(description: string | null | undefined): string | null {
  if (description === null || description === undefined) return null;
  const clean = sanitizeRichText(description);
  return clean === '' ? null : clean;
}

import { NAME_MAX } from '../../rpc/schema';

const SUFFIX = ' (Copy)';

/** The name of a copy that is given none, cut so that it still fits where the original's did. */
export function copyName(original: string): string {
  if (original.length + SUFFIX.length <= NAME_MAX) return original + SUFFIX;
  const cut = original.slice(0, NAME_MAX - SUFFIX.length);
  // A character outside the basic plane is two units long; half of one is no text.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd() + SUFFIX;
}

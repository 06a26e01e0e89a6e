const SUFFIX = ' (Copy)';

/** The default name of a copy (specification, "projects.duplicate"), truncated to `max` characters. */
export function copyName(original: string, max: number): string {
  if (original.length + SUFFIX.length <= max) return original + SUFFIX;
  const cut = original.slice(0, max - SUFFIX.length);
  // A character outside the basic plane has two units; half of a pair is not valid text.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd() + SUFFIX;
}

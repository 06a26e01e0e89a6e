const SUFFIX = ' (Copy)';

/** The name of a copy that is given none (specification, "projects.duplicate"), cut so that it fits into `max`. */
export function copyName(original: string, max: number): string {
  if (original.length + SUFFIX.length <= max) return original + SUFFIX;
  const cut = original.slice(0, max - SUFFIX.length);
  // A character outside the basic plane is two units long; half of one is no text.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd() + SUFFIX;
}

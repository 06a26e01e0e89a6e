const VARIABLE = /\{([^{}]{1,200})\}/g;

/** Whether a value is a text, or a list with a text, that contains a variable. */
export function hasVariables(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasVariables);
  return typeof value === 'string' && value.search(VARIABLE) !== -1;
}

/** The names of all variables in the texts of a value, at any depth. */
export function variablesIn(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set([...value.matchAll(VARIABLE)].map(([, name]) => name!));
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((part) => [...variablesIn(part)]));
}

/** The variables of a text, with their braces, and the texts around them, in order. */
export function splitVariables(template: string): { text: string; isVariable: boolean }[] {
  const parts = template.split(/(\{[^{}]{1,200}\})/);
  return parts.map((text, index) => ({ text, isVariable: index % 2 === 1 }));
}

/**
 * Replaces variables by their values, once: a value that looks like a variable is not replaced again (contract §8). An unknown
 * variable stays as it is written. `escape` makes a value safe for its surroundings, such as a JSON string; `at` is the
 * position of the variable in the template.
 */
export function fillTemplate(
  template: string,
  valueOf: (name: string) => string | undefined,
  escape: (value: string, at: number) => string = (value) => value,
): string {
  return template.replace(VARIABLE, (written, name: string, at: number) => {
    const value = valueOf(name);
    return value === undefined ? written : escape(value, at);
  });
}

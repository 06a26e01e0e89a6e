import type { Fence } from './markdown';

/** The placeholder in documents for values that differ from run to run: ids, times, secrets. */
const ELLIPSIS = '…';

/** Why what was printed is not what the document shows; null when it is. */
export function difference(shown: Fence, printed: string): string | null {
  const isSame =
    shown.language === 'json' ? matchesJson(shown.text, printed) : matchesText(shown.text, printed);
  return isSame ? null : `line ${shown.line} shows\n${shown.text.trim()}\n\nbut this was printed\n${printed}`;
}

function matchesText(shown: string, printed: string): boolean {
  return textPattern(shown.trim()).test(printed.trim().replaceAll('\r', ''));
}

/** JSON may be laid out for readers; a key `…` says that there are more. */
function matchesJson(shown: string, printed: string): boolean {
  try {
    return isShown(JSON.parse(shown), JSON.parse(printed));
  } catch {
    return false;
  }
}

/** Whether a JSON value is the one that a document shows. */
export function isShown(shown: unknown, printed: unknown): boolean {
  if (typeof shown === 'string' && shown.includes(ELLIPSIS)) {
    return shown === ELLIPSIS || (typeof printed === 'string' && textPattern(shown).test(printed));
  }
  if (typeof shown !== 'object' || shown === null || typeof printed !== 'object' || printed === null) {
    return shown === printed;
  }
  if (Array.isArray(shown) || Array.isArray(printed)) {
    return (
      Array.isArray(shown) &&
      Array.isArray(printed) &&
      shown.length === printed.length &&
      shown.every((each, index) => isShown(each, printed[index]))
    );
  }
  const members = Object.entries(shown).filter(([key]) => key !== ELLIPSIS);
  const actual = printed as Record<string, unknown>;
  const mayHaveMore = ELLIPSIS in shown || members.length === Object.keys(actual).length;
  // Ids are keys too, in the values of items.
  return (
    mayHaveMore && members.every(([key, value]) => valuesAt(actual, key).some((each) => isShown(value, each)))
  );
}

function valuesAt(actual: Record<string, unknown>, key: string): unknown[] {
  if (!key.includes(ELLIPSIS)) return key in actual ? [actual[key]] : [];
  const pattern = textPattern(key);
  return Object.entries(actual).flatMap(([name, value]) => (pattern.test(name) ? [value] : []));
}

function textPattern(shown: string): RegExp {
  const literal = shown
    .split(ELLIPSIS)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('[^\\n]*')}$`);
}

import { ITEM_NAME_MAX } from '../../items';

/** A name from a filled template, which can be longer than a name or blank. */
export function itemNameFrom(text: string): string {
  // Without half of a character that the cut divides.
  const name = text
    .trim()
    .slice(0, ITEM_NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');
  return name === '' ? 'Untitled' : name;
}

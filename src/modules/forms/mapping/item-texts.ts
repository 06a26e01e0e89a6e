import { plainToRichText } from '../../../column-types/cells/plain-to-rich-text';
import { clock } from '../../../kernel/clock';
import { hasMoreCharacters } from '../../../kernel/character-count';
import { DESCRIPTION_MAX, ITEM_NAME_MAX } from '../../items';
import { withoutControls } from '../schema/schema-text';

/** One answer of a description, with the label of its field. */
export interface DescribedAnswer {
  label: string;
  text: string;
}

/** An answer on one line; null when nothing is left. */
export function itemName(answer: string): string | null {
  const line = withoutControls(answer).replace(/\s+/g, ' ').trim();
  return line === '' ? null : line;
}

export function isTooLongForName(name: string): boolean {
  return hasMoreCharacters(name, ITEM_NAME_MAX);
}

/** The name of an item without an answer for it: the form's, and the time, which distinguishes its items. */
export function unnamedItem(formName: string): string {
  const minute = clock.now().toISOString().slice(0, 16).replace('T', ' ');
  return `${formName} (${minute} UTC)`;
}

/** Rich text: one answer as it is, several each below the label of its field. Answers are text, never markup. */
export function itemDescription(answers: readonly DescribedAnswer[]): string | null {
  if (answers.length === 0) return null;
  if (answers.length === 1) return plainToRichText(answers[0]!.text);
  return answers
    .map(({ label, text }) => {
      const shown = plainToRichText(text);
      const paragraphs = shown.startsWith('<p>') ? shown : `<p>${shown}</p>`;
      return `<p><strong>${plainToRichText(label.replace(/\s+/g, ' '))}</strong></p>${paragraphs}`;
    })
    .join('');
}

/** Sanitizing can make a text a little longer. */
const DESCRIPTION_RESERVE = 10_000;

export function fitsDescription(answers: readonly DescribedAnswer[]): boolean {
  return (itemDescription(answers)?.length ?? 0) <= DESCRIPTION_MAX - DESCRIPTION_RESERVE;
}

import type { AppError } from '../../kernel/app-error';
import { fieldNotes } from './field';
import { html, type Html } from './html';

const LINES = 3;

/** A text of several lines, for entries that have no word for a keyboard to correct. */
export interface Area {
  readonly kind: 'area';
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

export function area(of: Area, problem: AppError | null, prefix = ''): Html {
  const id = `${prefix}${of.name}`;
  const { rejected, described, notes } = fieldNotes(of, problem, id);
  // The first line break in a text area is not part of its value.
  return html`<label for="${id}">${of.label}${of.isOptional && ' (optional)'}</label>
    ${notes}
    <textarea
      id="${id}"
      name="${of.name}"
      rows="${LINES}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${!of.isOptional && html` required`}
      ${rejected && html` aria-invalid="true"`}
      ${described !== '' && html` aria-describedby="${described}"`}
    >
${of.value}</textarea>`;
}

import type { AppError } from '../../kernel/app-error';
import { html, type Html } from './html';

/** An input of a form, with its label. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'number';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** The `autocomplete` value for browsers and password managers. */
  readonly autocomplete: string;
  /** The `inputmode` value, which selects the keyboard of phones. */
  readonly inputMode?: 'email' | 'text' | 'numeric';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly isOptional?: boolean;
  readonly hasFocus?: boolean;
  /** A button for this field alone, which sends the form without the checks of the browser. */
  readonly button?: { readonly name: string; readonly value: string; readonly label: string };
}

/** `prefix` separates the fields of several forms on one page. Screen readers read hint and error with the input. */
export function field(of: Field, problem: AppError | null, prefix = ''): Html {
  const { name, label, type = 'text', value, autocomplete, inputMode, button } = of;
  const id = `${prefix}${name}`;
  const { rejected, described, notes } = fieldNotes(of, problem, id);
  return html`<label for="${id}">${label}${of.isOptional && ' (optional)'}</label>
    ${notes}
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${value !== undefined && html` value="${value}"`}
      ${inputMode && html` inputmode="${inputMode}" autocapitalize="none" spellcheck="false"`}
      ${of.minLength !== undefined && html` minlength="${of.minLength}"`}
      ${of.maxLength !== undefined && html` maxlength="${of.maxLength}"`}
      ${of.min !== undefined && html` min="${of.min}"`}
      ${of.max !== undefined && html` max="${of.max}"`}
      ${!of.isOptional && html` required`}
      ${of.hasFocus && problem === null && html` autofocus`}
      ${rejected && html` aria-invalid="true"`}
      ${described !== '' && html` aria-describedby="${described}"`}
    />
    ${
      button &&
      html`<p>
        <button class="quiet" type="submit" name="${button.name}" value="${button.value}" formnovalidate>
          ${button.label}
        </button>
      </p>`
    }`;
}

/** Hint and error of a field, and the `aria-describedby` value that links them. `id` is that of its input. */
export function fieldNotes(
  { name, hint }: { readonly name: string; readonly hint?: string | undefined },
  problem: AppError | null,
  id: string,
): { rejected: string | undefined; described: string; notes: Html } {
  const rejected = problem?.issues?.find(({ path }) => path === name)?.message;
  const described = [hint && `${id}-hint`, rejected && `${id}-problem`].filter(Boolean).join(' ');
  const notes = html`${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  ${rejected && html`<p class="rejected" id="${id}-problem">${rejected}</p>`}`;
  return { rejected, described, notes };
}

import type { AppError } from '../../kernel/app-error';
import { html, type Html } from './html';

/** An input of a form, with its label. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** The `autocomplete` value for browsers and password managers. */
  readonly autocomplete: string;
  /** The `inputmode` value, which selects the keyboard of phones. */
  readonly inputMode?: 'email' | 'text';
  readonly minLength?: number;
  readonly isOptional?: boolean;
  readonly hasFocus?: boolean;
}

/** `prefix` separates the fields of several forms on one page. Screen readers read hint and error with the input. */
export function field(of: Field, problem: AppError | null, prefix = ''): Html {
  const { name, label, type = 'text', value, hint, autocomplete, inputMode, minLength } = of;
  const id = `${prefix}${name}`;
  const rejected = problem?.issues?.find(({ path }) => path === name)?.message;
  const described = [hint && `${id}-hint`, rejected && `${id}-problem`].filter(Boolean).join(' ');
  return html`<label for="${id}">${label}${of.isOptional && ' (optional)'}</label>
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${rejected && html`<p class="rejected" id="${id}-problem">${rejected}</p>`}
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${value !== undefined && html` value="${value}"`}
      ${inputMode && html` inputmode="${inputMode}" autocapitalize="none" spellcheck="false"`}
      ${minLength !== undefined && html` minlength="${minLength}"`}
      ${!of.isOptional && html` required`}
      ${of.hasFocus && problem === null && html` autofocus`}
      ${rejected && html` aria-invalid="true"`}
      ${described !== '' && html` aria-describedby="${described}"`}
    />`;
}

import type { AppError } from '../../kernel/app-error';
import { html, type Html } from './html';

/** An input of a form, with its label. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** What browsers and password managers fill in. */
  readonly autocomplete: string;
  /** The keyboard that phones show. */
  readonly inputMode?: 'email' | 'text';
  readonly minLength?: number;
  readonly isOptional?: boolean;
  readonly hasFocus?: boolean;
}

/** `prefix` tells apart the fields of several forms on one page. Hint and refusal are read out with the input. */
export function field(of: Field, problem: AppError | null, prefix = ''): Html {
  const { name, label, type = 'text', value, hint, autocomplete, inputMode, minLength } = of;
  const id = `${prefix}${name}`;
  const refused = problem?.issues?.find(({ path }) => path === name)?.message;
  const described = [hint && `${id}-hint`, refused && `${id}-problem`].filter(Boolean).join(' ');
  return html`<label for="${id}">${label}${of.isOptional && ' (optional)'}</label>
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${refused && html`<p class="refused" id="${id}-problem">${refused}</p>`}
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
      ${refused && html` aria-invalid="true"`}
      ${described !== '' && html` aria-describedby="${described}"`}
    />`;
}

import type { AppError } from '../../kernel/app-error';
import { fieldNotes } from './field';
import { html, type Html } from './html';

/** Boxes of which any number can be checked. Each has a name of its own, because forms contain each field once. */
export interface Choices {
  readonly kind: 'choices';
  /** The path of errors. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
}

const CHOSEN = 'on';

export function choices(of: Choices, problem: AppError | null, prefix = ''): Html {
  const first = `${prefix}${of.name}`;
  const { rejected, described, notes } = fieldNotes(of, problem, first);
  // The error summary leads to the first box.
  const boxes = of.choices.map(({ name, label, isChosen }, at) => {
    const id = at === 0 ? first : `${prefix}${name}`;
    return html`<div class="choice">
      <input
        type="checkbox"
        id="${id}"
        name="${name}"
        value="${CHOSEN}"
        autocomplete="off"
        ${isChosen && html` checked`}
        ${rejected && html` aria-invalid="true"`}
      />
      <label for="${id}"><bdi>${label}</bdi></label>
    </div>`;
  });
  return html`<fieldset
    class="group${rejected && ' wrong'}"
    ${described !== '' && html` aria-describedby="${described}"`}
  >
    <legend>${of.label}${of.isOptional && ' (optional)'}</legend>
    ${notes}${boxes}
  </fieldset>`;
}

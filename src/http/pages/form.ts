import type { AppError } from '../../kernel/app-error';
import { type FormPart, formPart } from './form-part';
import { html, type Html } from './html';

/** A form that posts to this service. */
export interface Form {
  readonly action: string;
  readonly submit: string;
  readonly fields?: readonly FormPart[];
  readonly hidden?: Readonly<Record<string, string>>;
  /** Why the previous submission was rejected. */
  readonly problem?: AppError | null;
  /** Separates the fields of several forms on one page. */
  readonly prefix?: string;
  /** For a button beside the primary one. */
  readonly isQuiet?: boolean;
  /** The full accessible name of the button, where its text is not sufficient. */
  readonly submitLabel?: string;
}

/** The error summary is first and has the focus; its links lead to the fields. */
export function form(of: Form): Html {
  const { action, submit, fields = [], hidden = {}, problem = null, prefix = '', submitLabel } = of;
  return html`${problem && summary(problem, fields, prefix)}
    <form method="post" action="${action}">
      ${Object.entries(hidden).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      ${fields.map((each) => formPart(each, problem, prefix))}
      <button
        type="submit"
        ${of.isQuiet && html`class="quiet"`}
        ${submitLabel && html`aria-label="${submitLabel}"`}
      >
        ${submit}
      </button>
    </form>`;
}

function summary(problem: AppError, fields: readonly FormPart[], prefix: string): Html {
  const named = (problem.issues ?? []).flatMap(({ path, message }) => {
    const rejected = fields.find(({ name }) => name === path);
    return rejected ? html`<li><a href="#${prefix}${path}">${rejected.label}</a>: ${message}</li>` : [];
  });
  const message = problem.issues?.[0]?.message ?? problem.message;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
    ${
      named.length > 0
        ? html`<ul>
            ${named}
          </ul>`
        : message
    }
  </div>`;
}

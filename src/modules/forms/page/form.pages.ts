import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import type { FieldValues } from '../../../http/bodies/submitted-form';
import { html, type Html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import { continuing } from '../../../http/pages/return-to';
import type { OpenForm } from '../public/open-form';
import { inputId, labelText, type PageSettings } from './fields/field-parts';
import { shownField } from './fields/shown-field';
import type { ShownFile } from './kept-files.service';

export const TOKEN_FIELD = '_token';

/** Programs that fill in every field fill in this one, which people do not see. */
export const TRAP_FIELD = '_website';

export interface FormPage {
  form: OpenForm;
  /** What was typed, or the default values. */
  values: FieldValues;
  token: string;
  settings: PageSettings;
  files?: ReadonlyMap<string, readonly ShownFile[]>;
  problem?: AppError | null;
}

export function formPath({ id }: Pick<OpenForm, 'id'>): string {
  return `/forms/${id}`;
}

export function formPage(of: FormPage): ShownPage {
  const { form, values, token, settings, files, problem = null } = of;
  const { components } = form.schema;
  const hasRequired = components.some(({ validate }) => validate?.required === true);
  const fields = components.map((component) =>
    shownField({
      component,
      values: values.get(component.key) ?? [],
      problem: problemAt(problem, component.key),
      files: files?.get(component.key) ?? [],
      settings,
    }),
  );
  const hasFiles = components.some(({ type }) => type === 'file');
  const body = html`${description(form)} ${problem && summary(problem, form)}
    ${
      settings.memberName !== null &&
      html`<p class="note">
        You are signed in as <bdi>${settings.memberName}</bdi>. Your name is stored with your answers.
      </p>`
    }
    ${hasRequired && html`<p class="hint above">Fields with <span class="mark">*</span> are required.</p>`}
    <form method="post" action="${formPath(form)}" ${hasFiles && html` enctype="multipart/form-data"`}>
      <input type="hidden" name="${TOKEN_FIELD}" value="${token}" autocomplete="off" />
      <div class="unseen" aria-hidden="true">
        <label for="${TRAP_FIELD}">Leave this field empty</label>
        <input
          id="${TRAP_FIELD}"
          name="${TRAP_FIELD}"
          type="text"
          value=""
          tabindex="-1"
          autocomplete="off"
        />
      </div>
      ${fields}
      <button type="submit">Submit</button>
    </form>`;
  return page(form.name, body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
    isWide: true,
    leadsToOtherSites: form.settings.redirectUrl !== null,
  });
}

/** Visible, but not accepting submissions (specification, "Form status"). */
export function closedPage(form: OpenForm): ShownPage {
  const body = html`${description(form)}
    <p class="note" role="status">This form no longer accepts submissions.</p>`;
  return page(form.name, body, { isWide: true });
}

export function submittedPage(form: OpenForm): ShownPage {
  const message = form.settings.successMessage.trim() || 'Your response was submitted';
  const another =
    form.status === 'published' &&
    form.settings.allowMultiple &&
    html`<p><a href="${formPath(form)}">Submit another response</a></p>`;
  const body = html`<p class="note lines" role="status" dir="auto">${message}</p>
    ${another}`;
  return page(form.name, body, { isWide: true });
}

function description({ description: text }: OpenForm): Html | false {
  return text.trim() !== '' && html`<p class="lines" dir="auto">${text}</p>`;
}

function problemAt(problem: AppError | null, key: string): string | undefined {
  return problem?.issues?.find(({ path }) => path === key || path.startsWith(`${key}.`))?.message;
}

/** Has the focus; its links lead to the fields. */
function summary(problem: AppError, form: OpenForm): Html {
  const { components } = form.schema;
  const rejected = components.flatMap((component) => {
    const message = problemAt(problem, component.key);
    return message === undefined || component.type === 'hidden'
      ? []
      : html`<li>
          <a href="#${inputId(component.key)}" dir="auto">${labelText(component)}</a>: ${message}
        </li>`;
  });
  const isChanged = problem.issues !== undefined && rejected.length === 0;
  const message = isChanged
    ? 'The form has changed since you opened it; check your answers and submit them again'
    : problem.message;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
    ${
      rejected.length === 0
        ? html`<p>${message}</p>
            ${problem.code === 'UNAUTHORIZED' && signInLink(form)}`
        : html`<p>The form was not submitted. Please correct:</p>
            <ul>
              ${rejected}
            </ul>`
    }
  </div>`;
}

/** In another tab, so that this one keeps the answers. */
function signInLink(form: OpenForm): Html {
  return html`<p>
    <a href="${continuing('/signin', formPath(form))}" target="_blank">Sign in in another tab</a>, then submit
    the form again.
  </p>`;
}

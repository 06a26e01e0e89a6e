import { html, type Html } from '../../../../http/pages/html';
import type { ShownFile } from '../kept-files.service';
import type { FormComponent } from '../../schema/form-schema';

/** A field of the page with what was typed into it. */
export interface ShownField {
  readonly component: FormComponent;
  readonly values: readonly string[];
  /** Why the answer was rejected. */
  readonly problem: string | undefined;
  /** Of a file field: those that were received already. */
  readonly files: readonly ShownFile[];
  readonly settings: PageSettings;
}

/** What the page shows of the organization, the service and the respondent. */
export interface PageSettings {
  /** Of a signed-in member; null for anyone else. */
  readonly memberName: string | null;
  readonly timeZone: string;
  /** The keys of `datetime` fields without a time. */
  readonly dayFields: ReadonlySet<string>;
  readonly maxFileMebibytes: number;
}

/** Fields of the page itself have other ids. */
export function inputId(key: string): string {
  return `field-${key}`;
}

export function labelText({ label, key }: FormComponent): string {
  return label?.trim() || key;
}

/** The text in its own direction, and the mark of a required field, which screen readers read from the input. */
export function labelOf(component: FormComponent): Html {
  const mark = component.validate?.required === true && html` <span class="mark" aria-hidden="true">*</span>`;
  return html`<span dir="auto">${labelText(component)}</span>${mark}`;
}

/** The label of a single input with what follows it. */
export function headOf(field: ShownField): Html {
  return html`<label for="${inputId(field.component.key)}">${labelOf(field.component)}</label>
    ${notesOf(field)}`;
}

/** Descriptions above the input: below it, the keyboard of a phone would cover them. */
export function notesOf({ component, problem, settings }: ShownField): Html {
  const id = inputId(component.key);
  const hints = hintsOf(component, settings);
  return html`${
    hints.length > 0 &&
    html`<div class="hint" id="${id}-hint">${hints.map((hint) => html`<p dir="auto">${hint}</p>`)}</div>`
  }
  ${problem !== undefined && html`<p class="rejected" id="${id}-problem">${problem}</p>`}`;
}

function hintsOf(
  { key, description, tooltip, type, validate, multiple }: FormComponent,
  { timeZone, dayFields, maxFileMebibytes }: PageSettings,
): string[] {
  const { minLength, maxLength, min, max } = validate ?? {};
  const limits =
    limitsText(minLength, maxLength, ' characters') ?? (type === 'number' ? limitsText(min, max) : null);
  const zone = type === 'datetime' && !dayFields.has(key) ? `Time zone: ${timeZone}` : null;
  const size = type === 'file' ? `At most ${maxFileMebibytes} MiB${multiple === true ? ' each' : ''}` : null;
  return [description, tooltip, limits, zone, size].filter(
    (hint) => typeof hint === 'string' && hint.trim() !== '',
  ) as string[];
}

function limitsText(min: number | undefined, max: number | undefined, unit = ''): string | null {
  const from = min || (unit === '' && min === 0) ? min : undefined;
  if (from !== undefined && max !== undefined) return `${from} to ${max}${unit}`;
  if (max !== undefined) return `At most ${max}${unit}`;
  return from === undefined ? null : `At least ${from}${unit}`;
}

/** The attribute that links the input, or the group of inputs, to its descriptions. */
export function describedBy({ component, problem, settings }: ShownField): Html {
  const id = inputId(component.key);
  const described = [
    hintsOf(component, settings).length > 0 && `${id}-hint`,
    problem !== undefined && `${id}-problem`,
  ].filter(Boolean);
  return html`${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}`;
}

/** The same, and whether the answer was rejected. */
export function descriptionOf(field: ShownField): Html {
  return html`${describedBy(field)}${field.problem !== undefined && html` aria-invalid="true"`}`;
}

export function isRequired({ component }: ShownField): boolean {
  return component.validate?.required === true;
}

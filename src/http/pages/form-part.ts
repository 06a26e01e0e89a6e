import type { AppError } from '../../kernel/app-error';
import { area, type Area } from './area';
import { choices, type Choices } from './choices';
import { field, type Field } from './field';
import type { Html } from './html';

/** What a form consists of. */
export type FormPart = Field | Area | Choices;

export function formPart(part: FormPart, problem: AppError | null, prefix: string): Html {
  if (!('kind' in part)) return field(part, problem, prefix);
  return part.kind === 'area' ? area(part, problem, prefix) : choices(part, problem, prefix);
}

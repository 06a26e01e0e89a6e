import { AppError } from '../../../../kernel/app-error';
import { fillTemplate, hasVariables } from '../../templates/fill-template';
import type { ActionRun } from '../action';

/** The part of a URL that decides which host is called: no value of an item can be in it. */
const FIXED_ORIGIN = /^https?:\/\/[^/?#\\{}]+(?:[/?#]|$)/i;
/** `.` and `..`, also encoded, which a URL resolves. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Why a URL cannot have its variables, or null. */
export function urlTemplateProblem(url: string): string | null {
  return hasVariables(url) && !FIXED_ORIGIN.test(url)
    ? 'Must have template variables only after the host'
    : null;
}

/** The URL with other text in place of its variables, to check it. */
export function withoutVariables(url: string): string {
  return fillTemplate(url, () => 'x');
}

/** Values are encoded, so that they cannot add parameters or change the path. */
export async function filledUrl(url: string, text: ActionRun['text']): Promise<string> {
  const filled = await text(url, (value) => encodeURIComponent(value.toWellFormed()));
  const written = pathSegments(url);
  const changesPath = pathSegments(filled).some(
    (segment, at) => DOT_SEGMENT.test(segment) && segment !== written[at],
  );
  if (changesPath) throw new PathChanged();
  return filled;
}

function pathSegments(url: string): string[] {
  return url.replace(/[?#].*$/s, '').split('/');
}

class PathChanged extends AppError {
  constructor() {
    super('BAD_REQUEST', 'The value of a template variable would change the path of the URL');
  }
}

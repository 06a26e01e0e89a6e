import { AppError, type InputIssue } from '../../../kernel/app-error';
import { nounOf } from '../../../kernel/ids';
import type { FormFields } from '../../../http/pages/form-body';

/** The prefixes of the names of boxes, which are followed by a scope, or by the id of a workspace or a board. */
export const SCOPE_BOX = 'scope.';
export const PLACE_BOX = 'place.';

/** Characters to search for: fewer than the procedures accept. */
export const FIND_MAX = 100;

/** The form of a new token, as it was sent. */
export interface TypedToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: string;
  /** Ids of the checked workspaces and boards. */
  readonly chosenPlaces: readonly string[];
  /** Ids that were typed, and what to search for. */
  readonly otherPlaces: string;
  readonly find: string;
  readonly allowedCidrs: string;
}

export function typedToken(fields: FormFields): TypedToken {
  const { name = '', expiresIn = '', places = '', find = '', allowedCidrs = '' } = fields;
  return {
    name,
    scopes: boxesOf(fields, SCOPE_BOX),
    days: expiresIn.trim(),
    chosenPlaces: boxesOf(fields, PLACE_BOX),
    otherPlaces: places,
    find: [...find.trim()].slice(0, FIND_MAX).join(''),
    allowedCidrs,
  };
}

/** The input of `auth.tokens.create`, which checks it. */
export function tokenInput(typed: TypedToken): object {
  const workspaceIds = placesOf(typed).filter((id) => nounOf(id) === 'workspace');
  const boardIds = placesOf(typed).filter((id) => nounOf(id) !== 'workspace');
  const allowedCidrs = entriesOf(typed.allowedCidrs);
  return {
    name: typed.name,
    scopes: typed.scopes,
    ...(typed.days === '' ? {} : { expiresIn: `${typed.days}d` }),
    ...(workspaceIds.length === 0 ? {} : { workspaceIds }),
    ...(boardIds.length === 0 ? {} : { boardIds }),
    ...(allowedCidrs.length === 0 ? {} : { allowedCidrs }),
  };
}

/** The same rejection, at the fields of the form instead of those of the procedure. */
export function atTypedFields(problem: AppError, typed: TypedToken): AppError {
  const issues =
    problem.code === 'NOT_FOUND'
      ? [{ path: placesField(typed), message: 'One of them does not exist, or you cannot see it' }]
      : problem.issues?.map((issue) => atTypedField(issue, typed));
  return new AppError(problem.code, problem.message, issues === undefined ? {} : { issues });
}

function atTypedField({ path, message }: InputIssue, typed: TypedToken): InputIssue {
  const [field = '', at] = path.split('.');
  if (field === 'scopes') return { path: field, message: 'Choose at least one' };
  if (field === 'expiresIn' && typed.days !== '' && !isDays(typed.days))
    return { path: field, message: 'Must be a whole number of days, at most 366' };
  if (field === 'allowedCidrs') {
    const entry = entriesOf(typed.allowedCidrs)[Number(at)];
    return { path: field, message: entry === undefined ? message : `${entry}: ${message}` };
  }
  if (field === 'workspaceIds') return { path: placesField(typed), message };
  if (field !== 'boardIds') return { path, message };
  const boardIds = placesOf(typed).filter((id) => nounOf(id) !== 'workspace');
  const entry = boardIds[Number(at)];
  if (entry !== undefined)
    return { path: placesField(typed), message: `${entry}: Must be the ID of a workspace or a board` };
  return {
    path: placesField(typed),
    message: isMixed(typed) ? 'Choose workspaces or boards, not both' : message,
  };
}

/** Errors of places are shown where the user has entered them. */
function placesField({ otherPlaces }: TypedToken): string {
  return otherPlaces.trim() === '' ? 'chosen' : 'places';
}

function isMixed(typed: TypedToken): boolean {
  return placesOf(typed).some((id) => nounOf(id) === 'workspace');
}

function isDays(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 366;
}

function placesOf({ chosenPlaces, otherPlaces }: TypedToken): string[] {
  return [...new Set([...chosenPlaces, ...entriesOf(otherPlaces)])];
}

function entriesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];
}

function boxesOf(fields: FormFields, prefix: string): string[] {
  return Object.keys(fields)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}

import { AppError, type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import type { BoardFacts } from '../../hierarchy';
import { hasVariables } from '../templates/fill-template';
import type { ActionCheck, ActionRun } from './action';

/**
 * Problems of values that an action would write, at the paths of their columns; throws for a record that the author cannot
 * see. A text with template variables is checked when it is written.
 */
export async function valueProblems(
  { tx, calls }: ActionCheck,
  board: BoardFacts,
  values: Readonly<Record<string, unknown>>,
  pathOf: (columnId: string) => string,
): Promise<InputIssue[]> {
  const unknown = Object.keys(values).filter((id) => !board.columnsById.has(id as ColumnId));
  if (unknown.length > 0)
    return unknown.map((id) => ({ path: pathOf(id), message: 'Unknown column of this board' }));
  const fixed = Object.entries(values).filter(([, value]) => !hasVariables(value));
  try {
    await calls.prepare.forCreation(tx, board, Object.fromEntries(fixed), { mayLackRequired: true });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.issues === undefined) throw error;
    const issues = error.issues.map(({ path, message }) => ({
      path: path.replace(/^values\.([^.]+)/, (_, id: string) => pathOf(id)),
      message,
    }));
    if (error instanceof InvalidInput) return issues;
    throw new AppError(error.code, error.message, { issues });
  }
}

/** A value with its template variables replaced, in a text or in a list of texts. */
export async function writtenValue({ text }: ActionRun, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return text(value);
  if (!Array.isArray(value)) return value;
  return Promise.all(value.map((each: unknown) => (typeof each === 'string' ? text(each) : each)));
}

export async function writtenValues(
  run: ActionRun,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(values).map(
    async ([id, value]) => [id, await writtenValue(run, value)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

export function columnsIn(values: Readonly<Record<string, unknown>>): ColumnId[] {
  return Object.keys(values) as ColumnId[];
}

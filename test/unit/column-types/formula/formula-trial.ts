import {
  compileFormula,
  type FormulaClock,
  type FormulaColumn,
  InvalidFormula,
  type FormulaScalar,
  type FormulaType,
  type FormulaValue,
} from '../../../../src/column-types/formula';

/** A Wednesday in summer, at noon in Berlin. */
export const CLOCK: FormulaClock = {
  now: Date.parse('2026-07-15T10:00:00Z'),
  timeZone: 'Europe/Berlin',
  weekStart: 'monday',
};

export type Cells = Readonly<Record<string, FormulaValue>>;

export function instant(text: string): FormulaValue & { instant: number } {
  return { instant: Date.parse(text) };
}

/** Columns with these values, called by the names, of the types that the values have. */
export function columnsOf(cells: Cells): FormulaColumn[] {
  return Object.entries(cells).map(([name, value], index) => ({
    id: idOf(index),
    name,
    type: typeOf(value),
  }));
}

export function idOf(index: number): string {
  return `col_${String(index).padStart(26, '0')}`;
}

/** The result of an expression over cells: the value, or `#` and the reason why there is none. */
export function trial(
  expression: string,
  cells: Cells = {},
  clock: Partial<FormulaClock> = {},
): FormulaValue {
  const columns = columnsOf(cells);
  const values = new Map(columns.map(({ id, name }) => [id, cells[name]!]));
  const outcome = compileFormula(expression, columns).evaluate(values, { ...CLOCK, ...clock });
  return 'error' in outcome ? `#${outcome.error}` : shown(outcome.value);
}

/** Where and why an expression is rejected. */
export function refusal(expression: string, columns: readonly FormulaColumn[] = []): [number, string] {
  try {
    compileFormula(expression, columns);
  } catch (error) {
    if (error instanceof InvalidFormula) return [error.position, error.message];
    throw error;
  }
  throw new Error(`not refused: ${expression}`);
}

/** An instant as its ISO text, so that tables of results are read. */
function shown(value: FormulaValue): FormulaValue {
  if (Array.isArray(value)) return value.map((entry: FormulaScalar) => shown(entry) as FormulaScalar);
  const isInstant = typeof value === 'object' && value !== null && 'instant' in value;
  return isInstant ? new Date(value.instant).toISOString() : value;
}

function typeOf(value: FormulaValue): FormulaType {
  if (value === null) return 'any';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'instant';
  return ({ number: 'number', boolean: 'flag' } as const)[typeof value as 'number'] ?? 'text';
}

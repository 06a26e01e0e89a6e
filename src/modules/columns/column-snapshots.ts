import { type ColumnId, ID_PREFIXES, type IdNoun } from '../../kernel/ids';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import { DEFAULT_WIDTH } from './columns.schemas';
import { compileFormula, type FormulaColumn } from './formula';
import { columnTypes } from './types';

/** A column as a template keeps it. Its id is only what the configs beside it call it by. */
export interface ColumnSnapshot {
  id: ColumnId;
  name: string;
  type: ColumnTypeName;
  width: number;
  required: boolean;
  config: ColumnConfig;
  defaultValue: StoredValue | null;
}

interface Inside {
  boardIds: ReadonlySet<string>;
  columnIds: ReadonlySet<string>;
}

/**
 * The columns of each of the boards, without what leads out of them: boards and columns that a config names elsewhere,
 * and default values that name people or items, who may be gone when the template is used.
 */
export function snapshotColumns(boards: readonly BoardFacts[]): ColumnSnapshot[][] {
  const inside = {
    boardIds: new Set<string>(boards.map(({ id }) => id)),
    columnIds: new Set<string>(boards.flatMap(({ columns }) => columns.map(({ id }) => id))),
  };
  return boards.map(({ columns }) => columns.map((column) => snapshotColumn(column, inside)));
}

function snapshotColumn(column: ColumnFacts, inside: Inside): ColumnSnapshot {
  const type = column.type as ColumnTypeName;
  const value = column.defaultValue as StoredValue | null;
  return {
    id: column.id,
    name: column.name,
    type,
    width: column.width,
    required: column.required,
    config: withoutOutside(column.config as ColumnConfig, inside),
    defaultValue: value !== null && columnTypes[type].references(value) === null ? value : null,
  };
}

/** The keys are those that copyConfig follows. Formulas name columns of their own board only. */
function withoutOutside(config: ColumnConfig, { boardIds, columnIds }: Inside): ColumnConfig {
  const kept: ColumnConfig = { ...config };
  for (const key of ['linkColumnId', 'targetColumnId']) {
    if (typeof kept[key] !== 'string' || columnIds.has(kept[key])) continue;
    delete kept[key];
    // What was found out of the column that is not there.
    delete kept['result'];
    delete kept['days'];
  }
  if (Array.isArray(kept['boardIds'])) {
    const known = (kept['boardIds'] as string[]).filter((id) => boardIds.has(id));
    // Without any left the column takes items of every board, as one that names none.
    if (known.length > 0) kept['boardIds'] = known;
    else delete kept['boardIds'];
  }
  return kept;
}

/** The columns of a template that is written in code. Their ids count up: nothing else can know them. */
export function snapshotSpecs(
  specs: readonly { name: string; type: ColumnTypeName; config?: object }[],
): ColumnSnapshot[] {
  let labels = 0;
  const newLabelId = () => countedId('label', (labels += 1));
  const columns = specs.map(({ name, type, config }, index): ColumnSnapshot => ({
    id: countedId('column', index + 1) as ColumnId,
    name,
    type,
    width: DEFAULT_WIDTH,
    required: false,
    config: columnTypes[type].parseConfig(config, { newLabelId, previous: null }),
    defaultValue: null,
  }));
  const named = columns.map(({ id, name, type, config }) => {
    return { id, name, type: columnTypes[type].formulaType(config) };
  });
  return columns.map((column) => withKeptExpression(column, named));
}

/** In code formulas name columns as people do; they are kept with ids. */
function withKeptExpression(column: ColumnSnapshot, named: readonly FormulaColumn[]): ColumnSnapshot {
  if (columnTypes[column.type].computedFrom !== 'expression') return column;
  const { stored, resultType } = compileFormula(column.config['expression'] as string, named);
  return { ...column, config: { expression: stored, result: resultType } };
}

function countedId(noun: IdNoun, count: number): string {
  return `${ID_PREFIXES[noun]}_${String(count).padStart(26, '0')}`;
}

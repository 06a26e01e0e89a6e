import { type ColumnId, ID_PREFIXES, type IdNoun } from '../../../kernel/ids';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../../column-types/column-type';
import { DEFAULT_WIDTH } from '../columns.schemas';
import { compileFormula, type FormulaColumn } from '../../../column-types/formula';
import { columnTypes } from '../../../column-types/types';

/** A column as a template stores it. Its id only identifies it in the configs of the same template. */
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
 * The columns of each of the boards, without references to the outside: boards and columns elsewhere in configs,
 * and default values that name people or items, which may not exist when the template is used.
 */
export function snapshotColumns(boards: readonly BoardFacts[]): ColumnSnapshot[][] {
  const inside = {
    boardIds: new Set<string>(boards.map(({ id }) => id)),
    columnIds: new Set<string>(boards.flatMap(({ columns }) => columns.map(({ id }) => id))),
  };
  return boards.map(({ columns }) => columns.map((column) => snapshotColumn(column, inside)));
}

function snapshotColumn(column: ColumnFacts, inside: Inside): ColumnSnapshot {
  const type = column.type;
  const value = column.defaultValue;
  return {
    id: column.id,
    name: column.name,
    type,
    width: column.width,
    required: column.required,
    config: withoutOutside(column, inside),
    defaultValue: value !== null && columnTypes[type].references(value) === null ? value : null,
  };
}

/** The keys are those that copyConfig follows. Formulas name columns of their own board only. */
function withoutOutside({ type, config }: ColumnFacts, { boardIds, columnIds }: Inside): ColumnConfig {
  const kept: ColumnConfig = { ...config };
  for (const key of ['linkColumnId', 'targetColumnId']) {
    if (typeof kept[key] !== 'string' || columnIds.has(kept[key])) continue;
    delete kept[key];
    // The type that was derived from the missing column.
    delete kept['result'];
    delete kept['days'];
  }
  const known = columnTypes[type].linkedBoardIds?.(config).filter((id) => boardIds.has(id)) ?? [];
  // Without any boards left, the column accepts items of every board.
  if (known.length > 0) kept['boardIds'] = known;
  else delete kept['boardIds'];
  return kept;
}

/**
 * The columns of a template that is written in code. Their ids are sequential: nothing else can reference them.
 */
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

/** In code, formulas name columns by name; they are stored with ids. */
function withKeptExpression(column: ColumnSnapshot, named: readonly FormulaColumn[]): ColumnSnapshot {
  const config = columnTypes[column.type].formulaConfig?.(column.config);
  if (!config) return column;
  const { stored, resultType } = compileFormula(config.expression, named);
  return { ...column, config: { expression: stored, result: resultType } };
}

function countedId(noun: IdNoun, count: number): string {
  return `${ID_PREFIXES[noun]}_${String(count).padStart(26, '0')}`;
}

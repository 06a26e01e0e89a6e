import type { ColumnId } from '../../../kernel/ids';
import type { ColumnConfig, LoadedReferences, StoredValue } from '../column-type';
import type { FormulaValue, StepBudget } from '../formula';
import { FormulaFailure } from '../formula/formula-failure';
import { StepsExhausted } from '../formula/steps-exhausted';
import { failureReason } from '../values/failure';
import { type BoardColumns, typeOf } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { stepsOfSize } from './steps-of-size';

/**
 * An item's cells as expressions read them: converted when one asks for them, and once for all of them, for which the
 * item's budget pays by what is stored. A cell that has failed fails who reads it.
 */
export class ItemInputs extends Map<string, FormulaValue> {
  constructor(
    private readonly board: BoardColumns,
    private readonly item: ComputedItem,
    private readonly loaded: LoadedReferences,
    private readonly budget: StepBudget,
  ) {
    super();
  }

  override get(id: string): FormulaValue {
    const known = super.get(id);
    if (known !== undefined) return known;
    const value = this.read(id as ColumnId);
    super.set(id, value);
    return value;
  }

  private read(id: ColumnId): FormulaValue {
    const column = this.board.columnsById.get(id);
    if (!column) return null;
    const config = column.config as ColumnConfig;
    const type = typeOf(column);
    const { by } = type.sortOrder(config);
    const value: StoredValue | undefined =
      by === 'createdAt' || by === 'updatedAt' ? this.item[by] : this.item.values[id];
    if (value === undefined) return null;
    const reason = failureReason(value);
    if (reason !== null) throw new FormulaFailure(reason);
    this.budget.steps -= stepsOfSize(value);
    if (this.budget.steps < 0) throw new StepsExhausted();
    return type.formulaValue
      ? type.formulaValue(value, config, this.loaded)
      : type.toText(value, config, this.loaded);
  }
}

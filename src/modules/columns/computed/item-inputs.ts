import type { ColumnId } from '../../../kernel/ids';
import type { LoadedReferences, StoredValue } from '../../../column-types/column-type';
import type { FormulaValue, StepBudget } from '../../../column-types/formula';
import { FormulaFailure } from '../../../column-types/formula/formula-failure';
import { StepsExhausted } from '../../../column-types/formula/steps-exhausted';
import { failureReason } from '../../../column-types/values/failure';
import { type BoardColumns, typeOf } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { stepsOfSize } from './steps-of-size';

/**
 * An item's cells as expressions read them: converted on first access and then cached; the conversion is charged
 * to the item's budget by stored size. Reading a failed cell fails the reader.
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
    const config = column.config;
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

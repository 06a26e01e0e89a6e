import { acceptConfig } from '../../../columns';
import type { BoardFacts } from '../../../hierarchy';
import type { ImportPlan } from '../import-plan';
import type { ReadingBoard, ReadingColumn } from './row-reader';

/** The board with the plan's columns, which have no ids yet. */
export function boardToBe(plan: ImportPlan, board: BoardFacts | null): ReadingBoard {
  const made = new Map<number, ReadingColumn>();
  for (const [index, target] of plan.targets.entries()) {
    if (target.to !== 'newColumn') continue;
    const { name, type, config } = target.column;
    const path = `mapping.${plan.headers[index]}.config`;
    made.set(index, {
      id: `new.${index}`,
      name,
      type,
      config: acceptConfig(type, config, null, path),
      required: false,
      defaultValue: null,
    });
  }
  return {
    columns: [...(board?.columns ?? []), ...made.values()],
    columnOf: (index) => {
      const target = plan.targets[index]!;
      return target.to === 'column' ? board?.columnsById.get(target.columnId) : made.get(index);
    },
  };
}

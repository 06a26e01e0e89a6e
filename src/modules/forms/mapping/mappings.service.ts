import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput, type InputIssue } from '../../../kernel/app-error';
import { InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { ActingContext, CallContext } from '../../../access/principal';
import { PrepareValuesService } from '../../columns';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { isChoice } from '../schema/component-types';
import { type FormComponent, type FormSchema, optionPath, optionsOf } from '../schema/form-schema';
import type { Mapping } from '../forms.schemas';
import { ColumnNotOfBoard } from '../forms.errors';
import { columnInput } from './column-input';
import { rejectRepeated, typeMisfit } from './mapping-rules';
import { canFit } from './mapping-samples';

/** Checks the mappings of a form against its fields and the columns of its board. */
@Injectable()
export class MappingsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
  ) {}

  /** Rejects mappings that no submission could follow. `known` are column ids that earlier mappings already named. */
  async check(
    context: CallContext,
    board: BoardFacts,
    schema: FormSchema,
    mappings: readonly Mapping[],
  ): Promise<void> {
    rejectRepeated(mappings);
    const issues: InputIssue[] = [];
    for (const [at, mapping] of mappings.entries()) {
      const index = schema.components.findIndex(({ key }) => key === mapping.formField);
      const component = schema.components[index];
      if (component === undefined) {
        issues.push({ path: `mappings.${at}.formField`, message: 'No field of the form has this key' });
        continue;
      }
      const { columnId } = mapping;
      if (columnId === null) {
        if (component.type === 'file')
          issues.push({ path: `mappings.${at}.target`, message: 'Files can only be mapped to a column' });
        continue;
      }
      const column = board.columnsById.get(columnId) ?? (await this.rejectForeign(context, columnId, at));
      const reason = misfit(component, column);
      if (reason !== null) issues.push({ path: `mappings.${at}.columnId`, message: reason });
      else if (isChoice(component.type))
        await this.checkOptions(context, board, { component, index, column });
    }
    if (issues.length > 0) throw new InvalidInput(issues);
  }

  /** Columns that must have a value, and that a submission could leave empty. */
  rejectUnfilled(board: BoardFacts, schema: FormSchema, mappings: readonly Mapping[]): void {
    const filled = new Set(
      mappings.flatMap(({ formField, columnId }) => {
        const component = schema.components.find(({ key }) => key === formField);
        return columnId !== null && component?.validate?.required === true ? [columnId] : [];
      }),
    );
    const unfilled = board.columns.filter(
      (column) => column.required && !filled.has(column.id) && !hasDefault(column),
    );
    if (unfilled.length > 0)
      throw new InvalidInput(
        unfilled.map(({ name, id }) => ({
          path: 'mappings',
          message: `The column ${name} (${id}) is required; map a required field to it`,
        })),
      );
  }

  private async rejectForeign(context: CallContext, id: ColumnFacts['id'], at: number): Promise<never> {
    await this.hierarchy.boardOfColumn(context, id);
    throw new ColumnNotOfBoard(`mappings.${at}.columnId`);
  }

  /** Every option must fit, because a respondent can choose any of them; references with the rights of the author. */
  private async checkOptions(
    context: ActingContext,
    board: BoardFacts,
    { component, index, column }: { component: FormComponent; index: number; column: ColumnFacts },
  ): Promise<void> {
    const path = (at: number) => optionPath(component, index, at);
    const items = optionsOf(component).map(({ value }, at) => {
      try {
        const answer = component.multiple === true ? [value] : value;
        const input = columnInput(component, answer, column);
        return { inputs: { [column.id]: input }, path: path(at), mayLackRequired: true };
      } catch (rejection) {
        if (rejection instanceof InvalidValue)
          throw InvalidInput.at(path(at), `${column.name}: ${rejection.message}`);
        throw rejection;
      }
    });
    try {
      await this.values.forCreations(context, board, items);
    } catch (rejection) {
      throw rejection instanceof AppError ? withoutColumn(rejection, column) : rejection;
    }
  }
}

/** Why no answer of the field fits the column; null when some can. */
function misfit(component: FormComponent, column: ColumnFacts): string | null {
  const reason = typeMisfit(component, column);
  if (reason !== null || component.type === 'file' || isChoice(component.type)) return reason;
  return canFit(component, column) ? null : `${column.name} accepts no answer of a ${component.type} field`;
}

function hasDefault(column: ColumnFacts): boolean {
  return (column.defaultValue ?? columnTypes[column.type].initialValue?.(column.config) ?? null) !== null;
}

/** The path of an option instead of the column in it. */
function withoutColumn(error: AppError, { id }: ColumnFacts): AppError {
  const issues = (error.issues ?? []).map(({ path, message }) => ({
    path: path.replace(`.${id}`, ''),
    message,
  }));
  if (error instanceof InvalidInput) return new InvalidInput(issues);
  return new AppError(error.code, error.message, { issues });
}

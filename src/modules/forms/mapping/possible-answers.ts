import { type ColumnConfig, InvalidConfig, InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { newId } from '../../../kernel/ids';
import { isChoice } from '../schema/component-types';
import { type ChoiceOption, type FormComponent, optionsOf } from '../schema/form-schema';
import { columnInput, isAccepted, isLabelId, type TypedColumn } from './column-input';
import { canFit } from './mapping-samples';

/** What the mapping of a field of another installation to a column depends on. */
export type MappedColumn = TypedColumn & { name: string };

/**
 * What a call can never have accepted in the mapping of a field, whatever the settings of the column were: calls change labels and
 * maxima without looking at the forms that were saved before. Null if there is nothing.
 */
export function impossibleAnswer(
  component: FormComponent,
  column: MappedColumn,
  wasMember: (userId: string) => boolean,
): { option: number | null; message: string } | null {
  if (component.type === 'file') return null;
  if (!isChoice(component.type))
    return columnTypes[column.type].labelList !== undefined || canFit(component, column)
      ? null
      : { option: null, message: `${column.name} accepts no answer of a ${component.type} field` };
  for (const [option, given] of optionsOf(component).entries()) {
    if (!isPossible(component, given, column))
      return { option, message: `${column.name} accepts no such option` };
    const namesUser = columnTypes[column.type].references([given.value])?.noun === 'member';
    if (namesUser && !wasMember(given.value)) return { option, message: `${column.name}: No such member` };
  }
  return null;
}

/** The value of an option is the answer, or its label if the column accepts only that. */
function isPossible(component: FormComponent, { label, value }: ChoiceOption, column: MappedColumn): boolean {
  const { kind, labelsOf } = columnTypes[column.type];
  if (labelsOf !== undefined && isLabelId(value)) return true;
  const texts = kind === 'reference' ? [value] : [value, label];
  return texts.some((text) => {
    const only = { ...component, data: null, values: [{ label: text, value: text }] };
    const answer = component.multiple === true ? [text] : text;
    const configured = { ...column, config: configWith(column, text) };
    return isEverAccepted(() => columnInput(only, answer, configured), configured);
  });
}

/** A config that has the text as a label, if the column has labels and one can have this name. */
function configWith({ type, config }: MappedColumn, text: string): ColumnConfig {
  const { labelList, parseConfig } = columnTypes[type];
  if (labelList === undefined) return config;
  try {
    const labels = { [labelList.key]: [labelList.written({ name: text.trim() })] };
    return parseConfig(labels, { newLabelId: () => newId('label'), previous: null });
  } catch (error) {
    if (error instanceof InvalidConfig) return config;
    throw error;
  }
}

/** Types whose config limits values say which values an earlier one can have allowed. */
function isEverAccepted(input: () => unknown, column: MappedColumn): boolean {
  if (isAccepted(input, column)) return true;
  try {
    return columnTypes[column.type].parseStored?.(input()) !== undefined;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

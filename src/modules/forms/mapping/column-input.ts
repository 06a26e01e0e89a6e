import { type ColumnType, InvalidValue } from '../../../column-types/column-type';
import { type CellContext, cellForms } from '../../../column-types/cells/cell-layouts';
import { DEFAULT_CELL_FORMAT } from '../../../column-types/cells/cell-format';
import { columnTypes } from '../../../column-types/types';
import { idPattern } from '../../../kernel/ids';
import type { ColumnFacts } from '../../hierarchy';
import { isChoice } from '../schema/component-types';
import { type FormComponent, optionsOf } from '../schema/form-schema';
import type { Answer } from '../answers/answers';

/** References are written as ids by the form's author, never looked up by a name that a respondent types. */
const TEXT_CONTEXT: CellContext = {
  format: DEFAULT_CELL_FORMAT,
  memberOf: () => undefined,
  referencedItems: () => [],
  linkedItem: () => undefined,
  fileOf: () => undefined,
};

const LABEL_ID = idPattern('label');

/** What an input depends on. */
export type TypedColumn = Pick<ColumnFacts, 'type' | 'config'>;

/** Whether the value of an option is the id of a label: it is never read as a name. */
export function isLabelId(value: string): boolean {
  return LABEL_ID.test(value);
}

/** The input of a column for an answer. Throws InvalidValue when there is none. */
export function columnInput(component: FormComponent, answer: Answer, column: TypedColumn): unknown {
  const type = columnTypes[column.type];
  if (type.kind === 'reference') return typeof answer === 'string' ? [answer] : answer;
  if (typeof answer === 'boolean')
    return type.kind === 'boolean' ? answer : textInput(answer ? 'Yes' : 'No', column);
  if (typeof answer === 'number') return numberInput(answer, type, column);
  if (typeof answer === 'string')
    return isChoice(component.type)
      ? optionInput(component, answer, column)
      : component.type === 'datetime' && type.kind === 'range'
        ? { start: answer, end: answer }
        : textInput(answer, column);
  if (type.cellLayout === 'list') return answer.flatMap((value) => optionInput(component, value, column));
  return answer.length === 1
    ? optionInput(component, answer[0]!, column)
    : textInput(answer.join(', '), column);
}

function numberInput(answer: number, { kind, cellLayout }: ColumnType, column: TypedColumn): unknown {
  if (cellLayout === 'track') return { seconds: answer };
  return kind === 'number' ? answer : textInput(String(answer), column);
}

/** The value of the option, or its label if the column accepts only that. */
function optionInput(component: FormComponent, value: string, column: TypedColumn): unknown {
  const type = columnTypes[column.type];
  if (type.labelsOf !== undefined && isLabelId(value)) return { id: value };
  const label = optionsOf(component).find((option) => option.value === value)?.label ?? value;
  if (label === value || accepts(value, column)) return labelOrText(value, column);
  return labelOrText(accepts(label, column) ? label : value, column);
}

/** The name of a label can contain commas, which separate the names in a text. */
function labelOrText(text: string, column: TypedColumn): unknown {
  return columnTypes[column.type].labelsOf === undefined ? textInput(text, column) : text;
}

function accepts(text: string, column: TypedColumn): boolean {
  return isAccepted(() => labelOrText(text, column), column);
}

/** Whether the column accepts the input; references are not looked up. */
export function isAccepted(input: () => unknown, column: TypedColumn): boolean {
  try {
    const context = { now: new Date(0).toISOString(), userId: '', previous: null };
    columnTypes[column.type].parseValue(input(), column.config, context);
    return true;
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return false;
    throw rejection;
  }
}

function textInput(text: string, column: TypedColumn): unknown {
  const type = columnTypes[column.type];
  const form = cellForms[column.type];
  if (form === null) throw new InvalidValue('Cannot be set');
  return form(text, TEXT_CONTEXT, type.labelsOf?.(column.config) ?? []);
}

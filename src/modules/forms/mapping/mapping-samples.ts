import { columnTypes } from '../../../column-types/types';
import type { Answer } from '../answers/answers';
import type { ComponentType } from '../schema/component-types';
import type { FormComponent } from '../schema/form-schema';
import { columnInput, isAccepted, type TypedColumn } from './column-input';

const EMAIL = 'a@example.com';
const PHONE = '+4915112345678';
const URL = 'https://example.com/';
const DAY = '2026-01-01';
const TEXTS = ['text', '1', 'yes', '#112233', `${DAY} - ${DAY}`, '1:30', DAY, EMAIL, PHONE, URL];

const SAMPLES: Readonly<Record<ComponentType, readonly Answer[]>> = {
  textfield: TEXTS,
  textarea: TEXTS,
  hidden: TEXTS,
  number: [0, 1],
  email: [EMAIL],
  phoneNumber: [PHONE],
  datetime: [DAY],
  url: [URL],
  checkbox: [true],
  // Checked with their own options, and with the ids of files.
  select: [],
  radio: [],
  file: [],
};

/** Whether the column accepts at least one answer of a field without options: otherwise no submission would fit. */
export function canFit(component: FormComponent, column: TypedColumn): boolean {
  const answers = [
    ...SAMPLES[component.type],
    ...(TEXTS === SAMPLES[component.type] ? optionTexts(column) : []),
  ];
  return answers.some((answer) => isAccepted(() => columnInput(component, answer, column), column));
}

/** The texts that a column with options accepts. */
function optionTexts({ type, config }: TypedColumn): string[] {
  const order = columnTypes[type].sortOrder(config);
  const names = columnTypes[type].labelsOf?.(config).map(({ name }) => name) ?? [];
  return order.by === 'option' ? [...names, ...order.keys] : names;
}

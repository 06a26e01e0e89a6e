import { type ColumnKey, PRIORITIES, STATUS_LABELS } from './board-shape';

export const FORM_MESSAGE = 'Thank you, your response was submitted';

/** The column of each field of the measured form; null for the name of the item. */
export const FORM_FIELDS = {
  subject: null,
  points: 'points',
  status: 'status',
  priority: 'priority',
  due: 'due',
} as const satisfies Readonly<Record<string, ColumnKey | null>>;

const select = (values: readonly string[]) => ({
  type: 'select',
  data: { values: values.map((value) => ({ label: value, value })) },
});

/** As forms.create takes it. */
export const FORM_COMPONENTS = [
  { type: 'textfield', key: 'subject', label: 'Subject', validate: { required: true, maxLength: 200 } },
  { type: 'number', key: 'points', label: 'Points', validate: { min: 0 } },
  { ...select(STATUS_LABELS.map(({ name }) => name)), key: 'status', label: 'Status' },
  { ...select(PRIORITIES.map(({ label }) => label)), key: 'priority', label: 'Priority' },
  { type: 'datetime', key: 'due', label: 'Due' },
];

import { z } from 'zod';
import { type ComponentType, canBeMultiple, COMPONENT_TYPES, isChoice } from './component-types';
import { schemaText } from './schema-text';

export const COMPONENTS_MAX = 100;
export const OPTIONS_MAX = 500;
export const SCHEMA_MAX_BYTES = 256 * 1024;
export const LABEL_MAX = 500;
const HINT_MAX = 2_000;
const LENGTH_MAX = 100_000;

/** Also the names of inputs on the public page, which reserves names that start with an underscore. */
const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

/** Exports of form.io contain every setting of a component, most of them empty. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(isBlank);
}

/**
 * A setting that decides which answers are valid, or who sees the field: to ignore it would accept what the form's author
 * excludes. `neutral` is its value in a component without it.
 */
const unsupported = (name: string, neutral?: string) =>
  z
    .unknown()
    .refine((value) => isBlank(value) || value === neutral, `${name} is not supported`)
    .transform(() => undefined)
    .optional();

/** Null and "" mean that the setting is absent; exports contain some numbers as text. */
const blankable = <S extends z.ZodType>(setting: S) =>
  z.preprocess((value) => {
    if (value === null || value === '') return undefined;
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }, setting.optional());

/** A condition names a field in `when`, `conditions` or `json`; the other settings have values even without one. */
const conditional = z
  .object({ when: z.unknown().optional(), conditions: z.unknown().optional(), json: z.unknown().optional() })
  .refine(isBlank, 'A condition is not supported')
  .transform(() => undefined)
  .nullish();

const length = z
  .int('Must be a whole number')
  .min(0, 'Must be at least 0')
  .max(LENGTH_MAX, `Must be at most ${LENGTH_MAX}`);

const validate = z
  .object({
    required: z.boolean().nullish(),
    minLength: blankable(length),
    maxLength: blankable(length),
    min: blankable(z.number()),
    max: blankable(z.number()),
    // A pattern of the author runs on texts of anyone: some patterns take minutes on a text of a few characters.
    pattern: unsupported('A pattern'),
    custom: unsupported('Custom validation'),
    json: unsupported('Validation in JSON'),
    unique: unsupported('A unique answer'),
    minWords: unsupported('A number of words'),
    maxWords: unsupported('A number of words'),
    integer: unsupported('A whole number'),
    step: unsupported('A step', 'any'),
  })
  .refine(({ minLength, maxLength }) => (minLength ?? 0) <= (maxLength ?? LENGTH_MAX), {
    path: ['minLength'],
    error: 'Must be at most maxLength',
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['min'],
    error: 'Must be at most max',
  });

const option = z.object({
  label: schemaText(LABEL_MAX),
  value: z.union([z.string().min(1, 'Must not be empty').max(LABEL_MAX), z.number().transform(String)], {
    error: `Must be text of 1 to ${LABEL_MAX} characters`,
  }),
});

const options = z
  .array(option)
  .max(OPTIONS_MAX, `Must have at most ${OPTIONS_MAX} options`)
  .refine((given) => new Set(given.map(({ value }) => value)).size === given.length, {
    error: 'Two options have the same value',
  });

const component = z
  .object({
    type: z.enum(COMPONENT_TYPES),
    key: z
      .string()
      .regex(KEY, 'Must be a letter and up to 99 letters, digits, underscores and hyphens')
      .refine((key) => !(key in Object.prototype), 'This key is reserved'),
    label: schemaText(LABEL_MAX).nullish(),
    placeholder: schemaText(LABEL_MAX).nullish(),
    description: schemaText(HINT_MAX).nullish(),
    tooltip: schemaText(HINT_MAX).nullish(),
    defaultValue: z.unknown().optional(),
    multiple: z.boolean().nullish(),
    validate: validate.nullish(),
    data: z.object({ values: options.nullish(), url: unsupported('A URL of options') }).nullish(),
    values: options.nullish(),
    dataSrc: z.union([z.literal('values'), z.literal('')], { error: 'Must be values' }).nullish(),
    input: z.boolean().nullish(),
    tableView: z.boolean().nullish(),
    conditional,
    customConditional: unsupported('A condition'),
    calculateValue: unsupported('A calculated value'),
    customDefaultValue: unsupported('A calculated default value'),
    logic: unsupported('Logic'),
    unique: unsupported('A unique answer'),
    filePattern: unsupported('A file pattern', '*'),
    hidden: unsupported('A field that is hidden with a setting instead of the type hidden'),
  })
  .superRefine((given, context) => {
    const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (given.multiple === true && !canBeMultiple(given.type))
      issue(['multiple'], 'Only select and file fields accept several values');
    if (isChoice(given.type) && optionsOf(given).length === 0)
      issue(given.type === 'radio' ? ['values'] : ['data', 'values'], 'Must have at least one option');
  });

/** The button that form.io appends to every form: the public page has its own. */
const button = z.object({ type: z.literal('button') });

const components = z
  .array(z.unknown())
  .max(COMPONENTS_MAX, `Must have at most ${COMPONENTS_MAX} components`)
  .transform((given) => given.filter((each) => !button.safeParse(each).success))
  .pipe(z.array(component))
  .superRefine((given, context) => {
    const keys = new Set<string>();
    for (const [at, { key }] of given.entries()) {
      if (keys.has(key))
        context.addIssue({ code: 'custom', path: [at, 'key'], message: 'Another component has this key' });
      keys.add(key);
    }
  });

/**
 * A form.io definition. Unknown settings are dropped, because exports contain hundreds that only style the form; unknown
 * components and settings that change which answers are valid are rejected.
 */
export const formSchema = z
  .object({
    components,
    display: z.union([z.literal('form')], { error: 'Must be form' }).nullish(),
    title: schemaText(LABEL_MAX).nullish(),
  })
  .refine((given) => Buffer.byteLength(JSON.stringify(given)) <= SCHEMA_MAX_BYTES, {
    error: `Must be at most ${SCHEMA_MAX_BYTES} bytes`,
  });

export type FormSchema = z.output<typeof formSchema>;
export type FormComponent = z.output<typeof component>;
export type ChoiceOption = z.output<typeof option>;

interface Optional {
  type: ComponentType;
  data?: { values?: readonly ChoiceOption[] | null | undefined } | null | undefined;
  values?: readonly ChoiceOption[] | null | undefined;
}

/** form.io lists the options of a select field in `data.values`, and those of a radio field in `values`. */
export function optionsOf({ type, data, values }: Optional): readonly ChoiceOption[] {
  const [own, other] = type === 'radio' ? [values, data?.values] : [data?.values, values];
  return own ?? other ?? [];
}

/** Where the option of a field is in the definition. */
export function optionPath({ type }: Optional, component: number, option: number): string {
  return `schema.components.${component}.${type === 'radio' ? 'values' : 'data.values'}.${option}`;
}

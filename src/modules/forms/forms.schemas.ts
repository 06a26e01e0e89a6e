import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { hasMoreCharacters } from '../../kernel/character-count';
import { formSchema } from './schema/form-schema';
import { schemaText, withoutControls } from './schema/schema-text';

/** Forms of one board: the maximum that a list of forms can show. */
export const FORMS_MAX = 200;
export const FORM_NAME_MAX = 200;
export const MAPPINGS_MAX = 200;
export const NOTIFIED_MAX = 100;
const MESSAGE_MAX = 2_000;

export const FORM_STATUSES = ['draft', 'published', 'closed'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

export const MAPPING_TARGETS = ['item_name', 'item_description', 'column'] as const;

const mapping = z
  .strictObject({
    formField: z.string().max(100, 'Must be at most 100 characters'),
    columnId: schema.id('column').nullish(),
    target: z.enum(MAPPING_TARGETS),
  })
  .refine(({ columnId, target }) => target !== 'column' || typeof columnId === 'string', {
    path: ['columnId'],
    error: 'Required; names the column of the target',
  })
  .refine(({ columnId, target }) => target === 'column' || (columnId ?? null) === null, {
    path: ['columnId'],
    error: 'Must be null; only the target column has a column',
  })
  .transform(({ columnId, ...rest }) => ({ ...rest, columnId: columnId ?? null }));
export type Mapping = z.output<typeof mapping>;

const mappings = z.array(mapping).max(MAPPINGS_MAX, `Must be at most ${MAPPINGS_MAX} mappings`);

const settings = z.strictObject({
  successMessage: schemaText(MESSAGE_MAX).optional(),
  redirectUrl: schema.webAddress.nullish(),
  notifyOnSubmit: z
    .array(schema.id('user'))
    .max(NOTIFIED_MAX, `Must name at most ${NOTIFIED_MAX} users`)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id')
    .optional(),
  groupId: schema.id('group').nullish(),
  requireAuth: z.boolean().optional(),
  allowMultiple: z.boolean().optional(),
});
export type SettingsInput = z.output<typeof settings>;

const storedSettings = z.object({
  successMessage: z.string(),
  redirectUrl: z.string().nullable(),
  notifyOnSubmit: z.array(schema.id('user')),
  groupId: schema.id('group').nullable(),
  requireAuth: z.boolean(),
  allowMultiple: z.boolean(),
});
export type Settings = z.output<typeof storedSettings>;

export const DEFAULT_SETTINGS: Settings = {
  successMessage: 'Thank you, your response was submitted',
  redirectUrl: null,
  notifyOnSubmit: [],
  groupId: null,
  requireAuth: false,
  allowMultiple: true,
};

const name = z
  .string()
  .transform(withoutControls)
  .refine((text) => text.trim() !== '', 'Must not be empty')
  .refine((text) => !hasMoreCharacters(text, FORM_NAME_MAX), `Must be at most ${FORM_NAME_MAX} characters`);

const description = schema.description.transform(withoutControls);

const status = z.enum(FORM_STATUSES);

export const listedForm = z.object({
  id: schema.id('form'),
  boardId: schema.id('board'),
  name: z.string(),
  description: z.string(),
  status,
  publicUrl: z.string(),
  submissionCount: z.int(),
  fieldCount: z.int(),
  requireAuth: z.boolean(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type ListedFormOutput = z.output<typeof listedForm>;

export const form = listedForm.extend({
  /** A form.io definition. */
  schema: z.object({
    components: z.array(z.record(z.string(), z.unknown())),
    display: z.literal('form').nullish(),
    title: z.string().nullish(),
  }),
  mappings: z.array(
    z.object({
      formField: z.string(),
      columnId: schema.id('column').nullable(),
      target: z.enum(MAPPING_TARGETS),
    }),
  ),
  settings: storedSettings,
});
export type FormOutput = z.output<typeof form>;

export const formsList = {
  input: z.strictObject({ boardId: schema.id('board') }),
  output: z.object({ forms: z.array(listedForm) }),
};

export const formsGet = { input: z.strictObject({ id: schema.id('form') }), output: form };

export const formsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    name,
    description: description.nullish(),
    schema: formSchema.optional(),
    mappings: mappings.optional(),
    settings: settings.optional(),
  }),
  output: form,
};
export type FormsCreateInput = z.output<typeof formsCreate.input>;

export const formsUpdate = {
  input: z.strictObject({
    id: schema.id('form'),
    name: name.optional(),
    description: description.nullish(),
    schema: formSchema.optional(),
    mappings: mappings.optional(),
    settings: settings.optional(),
    status: status.optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: form,
};
export type FormsUpdateInput = z.output<typeof formsUpdate.input>;

export const formsDelete = {
  input: z.strictObject({ id: schema.id('form'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

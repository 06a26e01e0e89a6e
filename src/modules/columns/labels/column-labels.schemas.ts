import { z } from 'zod';
import { LABEL_NAME_MAX_LENGTH } from '../../../column-types/configs/labels';
import * as schema from '../../../rpc/schema';
import { column } from '../columns.schemas';

const label = z
  .string()
  .trim()
  .min(1, 'Must not be empty')
  .max(LABEL_NAME_MAX_LENGTH, `Must be at most ${LABEL_NAME_MAX_LENGTH} characters`);

/** A label's id, or a dropdown's option. */
const labelId = z.string().min(1, 'Must not be empty').max(100, 'Must be at most 100 characters');

const details = {
  color: schema.hexColor.optional(),
  isDone: z.boolean().optional(),
  position: z.int('Must be a whole number').min(0, 'Must be at least 0').optional(),
};

const columnId = schema.id('column');
const { expectedUpdatedAt } = schema;

export const columnsLabelsAdd = {
  input: z.strictObject({ columnId, label, ...details, expectedUpdatedAt }),
  output: column,
};

export const columnsLabelsUpdate = {
  input: z.strictObject({ columnId, labelId, label: label.optional(), ...details, expectedUpdatedAt }),
  output: column,
};

export const columnsLabelsRemove = {
  input: z.strictObject({ columnId, labelId, reassignTo: labelId.optional(), expectedUpdatedAt }),
  output: column,
};

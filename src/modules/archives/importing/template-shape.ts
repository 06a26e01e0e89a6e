import { z } from 'zod';
import { AppError } from '../../../kernel/app-error';
import { COLUMN_TYPE_NAMES } from '../../../column-types/column-type';
import * as schema from '../../../rpc/schema';
import { acceptStoredColumn, columnWidth } from '../../columns';

const column = z
  .strictObject({
    id: schema.id('column'),
    name: schema.name(),
    type: z.enum(COLUMN_TYPE_NAMES),
    width: columnWidth,
    required: z.boolean(),
    config: z.record(z.string(), z.unknown()),
    defaultValue: z.unknown(),
  })
  .transform((given, context) => {
    try {
      return { ...given, ...acceptStoredColumn(given) };
    } catch (error) {
      if (!(error instanceof AppError || error instanceof TypeError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

/** The content of a template, whose columns become those of boards without another check. */
export const templateContent = z.strictObject({
  boards: z.array(
    z.strictObject({
      id: schema.id('board'),
      name: schema.name(),
      defaultView: z.string().max(100),
      groups: z.array(z.strictObject({ name: schema.name(), color: schema.hexColor })),
      columns: z.array(column),
    }),
  ),
});

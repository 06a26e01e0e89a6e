import { z } from 'zod';
import { type ColumnType, InvalidValue } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { namedReferenceKind } from '../../kinds/reference-kind';
import { asStored, sameList } from '../../values/plain-values';
import { idListParser, parseIdList } from '../../values/parse-id-list';

const schema = z.strictObject({ multiple: z.boolean().default(true) });
const parseUserIds = idListParser('user');

/** Members of the organization, in the given order; the first one determines the sort order. */
export const people: ColumnType<string[], z.output<typeof schema>> = {
  ...namedReferenceKind,
  name: 'people',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: (input, { multiple }) => {
    const ids = parseUserIds(input);
    if (ids && ids.length > 1 && !multiple) throw new InvalidValue('This column accepts only one user');
    return ids;
  },
  parseStored: (stored) => parseIdList('user', stored),
  present: asStored,
  toText: (stored, _config, loaded) => stored.map((id) => loaded?.memberName(id) ?? id).join(', '),
  equals: sameList,
  references: (stored) => ({ noun: 'member', ids: stored }),
};

import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnFacts } from '../../hierarchy';
import type { Mapping, SettingsInput } from '../forms.schemas';
import { rejectDefaults } from '../schema/default-answers';
import type { FormSchema } from '../schema/form-schema';
import { rejectRepeated, typeMisfit } from './mapping-rules';

/** A form of another installation, whose parts have the shapes of a call. */
export interface StoredForm {
  boardId: string;
  schema: FormSchema;
  mappings: readonly Mapping[];
  settings: SettingsInput;
}

/** The records that a form can name; undefined for one that was deleted. */
export interface FormPlaces {
  column(id: string): (Pick<ColumnFacts, 'name' | 'type'> & { boardId: string }) | undefined;
  boardOfGroup(id: string): string | undefined;
}

/**
 * Throws InvalidInput for what no call could have stored: mappings of fields that do not exist or of columns whose type accepts no
 * answer, records of other boards, and default values that the fields do not accept.
 */
export function rejectStoredForm(
  { boardId, schema, mappings, settings }: StoredForm,
  places: FormPlaces,
): void {
  rejectDefaults(schema);
  rejectRepeated(mappings);
  for (const [at, { formField, columnId }] of mappings.entries()) {
    const component = schema.components.find(({ key }) => key === formField);
    if (component === undefined)
      throw InvalidInput.at(`mappings.${at}.formField`, 'No field of the form has this key');
    if (columnId === null) {
      if (component.type === 'file')
        throw InvalidInput.at(`mappings.${at}.target`, 'Files can only be mapped to a column');
      continue;
    }
    const column = places.column(columnId);
    if (column === undefined) continue;
    const problem =
      column.boardId === boardId ? typeMisfit(component, column) : 'Must be a column of this board';
    if (problem !== null) throw InvalidInput.at(`mappings.${at}.columnId`, problem);
  }
  const { groupId } = settings;
  const home = typeof groupId === 'string' ? places.boardOfGroup(groupId) : undefined;
  if (home !== undefined && home !== boardId)
    throw InvalidInput.at('settings.groupId', 'Must be a group of this board');
}

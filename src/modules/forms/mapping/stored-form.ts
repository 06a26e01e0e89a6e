import { InvalidInput } from '../../../kernel/app-error';
import type { Mapping, SettingsInput } from '../forms.schemas';
import { rejectDefaults } from '../schema/default-answers';
import { type FormSchema, optionPath } from '../schema/form-schema';
import { rejectRepeated, typeMisfit } from './mapping-rules';
import { impossibleAnswer, type MappedColumn } from './possible-answers';

/** A form of another installation, whose parts have the shapes of a call. */
export interface StoredForm {
  boardId: string;
  schema: FormSchema;
  mappings: readonly Mapping[];
  settings: SettingsInput;
}

/** The records that a form can name; undefined for one that was deleted. */
export interface FormPlaces {
  column(id: string): (MappedColumn & { boardId: string }) | undefined;
  boardOfGroup(id: string): string | undefined;
  /** Whether the user is a member, or has left. */
  wasMember(userId: string): boolean;
}

/**
 * Throws InvalidInput for what no call could have stored: mappings of fields that do not exist or of columns that never accepted
 * such an answer, records of other boards, users who never were members, and default values that the fields do not accept.
 */
export function rejectStoredForm(
  { boardId, schema, mappings, settings }: StoredForm,
  places: FormPlaces,
): void {
  rejectDefaults(schema);
  rejectRepeated(mappings);
  for (const [at, { formField, columnId }] of mappings.entries()) {
    const index = schema.components.findIndex(({ key }) => key === formField);
    const component = schema.components[index];
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
    const impossible = impossibleAnswer(component, column, (id) => places.wasMember(id));
    if (impossible === null) continue;
    const { option, message } = impossible;
    const path = option === null ? `mappings.${at}.columnId` : optionPath(component, index, option);
    throw InvalidInput.at(path, message);
  }
  const { groupId, notifyOnSubmit = [] } = settings;
  const stranger = notifyOnSubmit.findIndex((id) => !places.wasMember(id));
  if (stranger !== -1) throw InvalidInput.at(`settings.notifyOnSubmit.${stranger}`, 'No such member');
  const home = typeof groupId === 'string' ? places.boardOfGroup(groupId) : undefined;
  if (home !== undefined && home !== boardId)
    throw InvalidInput.at('settings.groupId', 'Must be a group of this board');
}

import type { BoardFacts } from '../hierarchy';
import type { FormRecord } from './form.record';
import type { FormOutput, ListedFormOutput } from './forms.schemas';
import type { ListedForm } from './forms.read-model';

/** `baseUrl` is the organization's. */
export function presentListedForm(form: ListedForm, baseUrl: string): ListedFormOutput {
  return { ...form, publicUrl: `${baseUrl}/forms/${form.id}` };
}

/** Mappings to deleted columns are left out, and so is a deleted group. */
export function presentForm(
  { schema, mappings, settings, version: _version, ...form }: FormRecord,
  board: BoardFacts,
  baseUrl: string,
): FormOutput {
  const { groupId } = settings;
  return {
    ...presentListedForm(
      { ...form, fieldCount: schema.components.length, requireAuth: settings.requireAuth },
      baseUrl,
    ),
    schema,
    mappings: mappings.filter(({ columnId }) => columnId === null || board.columnsById.has(columnId)),
    settings: { ...settings, groupId: groupId !== null && board.groupsById.has(groupId) ? groupId : null },
  };
}

import { columnTypes } from '../../../column-types/types';
import { InvalidInput, type InputIssue } from '../../../kernel/app-error';
import type { ColumnFacts } from '../../hierarchy';
import type { Mapping } from '../forms.schemas';
import { isChoice } from '../schema/component-types';
import type { FormComponent } from '../schema/form-schema';

export function rejectRepeated(mappings: readonly Mapping[]): void {
  const issues: InputIssue[] = [];
  const seen = new Set<string>();
  for (const [at, { target, columnId }] of mappings.entries()) {
    if (target === 'item_description') continue;
    const key = columnId ?? target;
    if (seen.has(key)) {
      const path = `mappings.${at}.${target === 'column' ? 'columnId' : 'target'}`;
      issues.push({ path, message: 'Another mapping has this target' });
    }
    seen.add(key);
  }
  if (issues.length > 0) throw new InvalidInput(issues);
}

/** Why no answer of the field fits any column of this type; null when some can. Settings of a column change later, its type does not. */
export function typeMisfit(
  component: FormComponent,
  { name, type }: Pick<ColumnFacts, 'name' | 'type'>,
): string | null {
  const { writable, kind, cellLayout } = columnTypes[type];
  if (!writable) return `${name} is computed and cannot be set`;
  if ((component.type === 'file') !== (cellLayout === 'records'))
    return component.type === 'file'
      ? `${name} is not a file column`
      : `${name} accepts only the answers of a file field`;
  // A respondent could try ids, and learn which of them exist.
  return kind === 'reference' && component.type !== 'file' && !isChoice(component.type)
    ? `${name} accepts only select and radio fields, whose options are ids`
    : null;
}

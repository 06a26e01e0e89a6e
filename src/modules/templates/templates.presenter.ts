import { NO_KEY } from '../../kernel/record-key';
import { type ColumnOutput, presentColumn } from '../columns';
import type { ColumnFacts } from '../hierarchy';
import type { BoardSnapshot } from './template-content';
import type { TemplateRow, WholeTemplate } from './templates.read-model';
import type { TemplateOutput, WholeTemplateOutput } from './templates.schemas';

type BoardOutput = WholeTemplateOutput['boards'][number];

export function presentTemplate(row: TemplateRow): TemplateOutput {
  const { id, kind, name, isBuiltIn, createdBy, createdAt } = row;
  return { id, kind, name, isBuiltIn, createdBy, createdAt };
}

export function presentWholeTemplate(template: WholeTemplate): WholeTemplateOutput {
  return { ...presentTemplate(template), boards: template.content.boards.map(presentBoard) };
}

function presentBoard({ id: boardId, name, defaultView, groups, columns }: BoardSnapshot): BoardOutput {
  // A snapshot has no times, no key and no board, and its presentation omits them.
  const facts = columns.map((column, position): ColumnFacts => {
    return { ...column, key: NO_KEY, boardId, position, createdAt: '', updatedAt: '' };
  });
  const shown = facts.map((column) => presentColumn(column, facts));
  return { name, defaultView, groups, columns: shown.map(withoutBoard) };
}

function withoutBoard(column: ColumnOutput): BoardOutput['columns'][number] {
  const { id, name, type, width, required, config, defaultValue } = column;
  return { id, name, type, width, required, config, defaultValue };
}

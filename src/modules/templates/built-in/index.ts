import { type BoardId, ID_PREFIXES, type IdNoun, type TemplateId } from '../../../kernel/ids';
import { paletteColor } from '../../../kernel/palette';
import { snapshotSpecs } from '../../columns';
import type { WholeTemplate } from '../templates.read-model';
import { bugTracker } from './bug-tracker';
import type { BuiltInBoard } from './built-in-board';
import { contentCalendar } from './content-calendar';
import { crmPipeline } from './crm-pipeline';
import { hiring } from './hiring';
import { kanban } from './kanban';
import { okrs } from './okrs';
import { sprint } from './sprint';

/** A board's index is permanently its template's id: append new ones, and remove none. */
const BOARDS = [kanban, sprint, bugTracker, crmPipeline, contentCalendar, hiring, okrs];

/** The built-in templates. Their ids are smaller than any generated id. */
export const BUILT_IN_TEMPLATES: readonly WholeTemplate[] = BOARDS.map((board, index) => ({
  id: placedId('template', index) as TemplateId,
  kind: 'board',
  name: board.name,
  isBuiltIn: true,
  createdBy: null,
  createdAt: null,
  content: { boards: [snapshotOf(board, placedId('board', index) as BoardId)] },
}));

function snapshotOf({ name, defaultView, groups, columns }: BuiltInBoard, id: BoardId) {
  return {
    id,
    name,
    defaultView,
    groups: groups.map((group, index) => ({ name: group, color: paletteColor(index) })),
    columns: snapshotSpecs(columns),
  };
}

function placedId(noun: IdNoun, index: number): string {
  return `${ID_PREFIXES[noun]}_${String(index + 1).padStart(26, '0')}`;
}

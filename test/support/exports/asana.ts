import { csvOf, rowsUnder } from './csv';

export const ASANA_HEADER = [
  'Task ID',
  'Created At',
  'Completed At',
  'Last Modified',
  'Name',
  'Section/Column',
  'Assignee',
  'Assignee Email',
  'Start Date',
  'Due Date',
  'Tags',
  'Notes',
  'Projects',
  'Parent task',
  'Blocked By (Dependencies)',
  'Blocking (Dependencies)',
  'Priority',
  'Estimated hours',
] as const;

export type AsanaTask = Partial<Record<(typeof ASANA_HEADER)[number], string>>;

export function asanaCsv(tasks: readonly AsanaTask[]): string {
  return csvOf([ASANA_HEADER, ...rowsUnder(ASANA_HEADER, tasks)]);
}

/** The task number `at`, from 1; every fourth is in a section, and those behind it are its subtasks. */
export function anAsanaTask(at: number, emails: readonly string[]): AsanaTask {
  const parent = at - ((at - 1) % 4);
  const isParent = parent === at;
  const email = emails[at % emails.length]!;
  const day = String((at % 28) + 1).padStart(2, '0');
  return {
    'Task ID': String(1_201_000_000_000_000 + at),
    'Created At': `2026-10-${day}`,
    'Completed At': at % 3 === 0 ? `2026-11-${day}` : '',
    'Last Modified': `2026-11-${day}`,
    Name: `Task ${at}`,
    'Section/Column': isParent ? ['To do', 'Doing', 'Done'][at % 3]! : '',
    Assignee: email.split('@')[0]!,
    'Assignee Email': email,
    'Start Date': '',
    'Due Date': `2026-12-${day}`,
    Tags: at % 2 === 0 ? 'Urgent,Client' : '',
    Notes: isParent ? `Two pages,\nwith a budget of ${at}` : '',
    Projects: isParent ? 'Launch' : '',
    'Parent task': isParent ? '' : `Task ${parent}`,
    'Blocked By (Dependencies)': isParent && at > 4 ? `Task ${at - 4}` : '',
    Priority: ['High', 'Medium', 'Low'][at % 3]!,
    'Estimated hours': isParent ? '2.5' : '',
  };
}

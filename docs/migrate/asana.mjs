// node asana.mjs project.csv: a project that Asana exported to CSV.
import { readFileSync } from 'node:fs';
import { readCsv, recordsOf } from './csv.mjs';
import { writeFiles } from './write-files.mjs';

const tasks = recordsOf(readCsv(readFileSync(process.argv[2], 'utf8')));
const NOT_COPIED = new Set([
  'Task ID',
  'Name',
  'Section/Column',
  'Assignee',
  'Assignee Email',
  'Notes',
  'Projects',
  'Parent task',
  'Parent Task ID',
  'Blocked By (Dependencies)',
  'Blocking (Dependencies)',
  'Created At',
  'Last Modified',
  'Tags',
]);

/** The key of each task by its name; of tasks with the same name, the first. */
const keys = new Map(tasks.toReversed().map((task) => [task.Name, task['Task ID']]));

const items = [];
const subitems = [];
for (const task of tasks) {
  const custom = Object.entries(task).filter(([name]) => !NOT_COPIED.has(name));
  const fields = {
    Name: task.Name,
    Description: task.Notes,
    Assignee: task['Assignee Email'] || task.Assignee,
    Done: task['Completed At'] === '' ? 'no' : 'yes',
    Tags: task.Tags.split(',').join(';'),
    ...Object.fromEntries(custom),
  };
  const parent = task['Parent Task ID'] || keys.get(task['Parent task']);
  // A parent in another project is not in the file: its sub-task becomes an item.
  if (parent) subitems.push({ Parent: parent, ...fields });
  else {
    const blockers = task['Blocked By (Dependencies)'];
    items.push({ Group: task['Section/Column'], Key: task['Task ID'], ...fields, 'Blocked by': blockers });
  }
}
writeFiles(items, subitems);

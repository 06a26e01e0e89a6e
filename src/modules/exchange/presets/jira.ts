import type { ColumnHint, Preset } from './preset';

const CUSTOM_FIELD = /^custom field \((.*)\)$/i;

/** A custom field has the header `Custom field (Story Points)`. */
function fieldOf(header: string): string {
  return CUSTOM_FIELD.exec(header)?.[1] ?? header;
}

/** Newer sites call an issue a work item. */
function classic(header: string): string {
  return header.replace(/^work item\b/, 'issue').replace(/^work type$/, 'issue type');
}

const HINTS: Readonly<Record<string, ColumnHint>> = {
  'issue key': { type: 'text' },
  'issue type': { type: 'dropdown' },
  status: { type: 'status' },
  resolution: { type: 'dropdown' },
  priority: { type: 'priority', rewrite: 'priority' },
  assignee: { type: 'people' },
  reporter: { type: 'people' },
  creator: { type: 'people' },
  watchers: { type: 'people' },
  created: { name: 'Created in Jira', type: 'date', config: { includeTime: true } },
  updated: { name: 'Updated in Jira', type: 'date', config: { includeTime: true } },
  resolved: { type: 'date', config: { includeTime: true } },
  'due date': { type: 'date' },
  'start date': { type: 'date' },
  labels: { type: 'label' },
  sprint: { type: 'label' },
  components: { type: 'label' },
  'component/s': { type: 'label' },
  'fix versions': { type: 'label' },
  'fix version/s': { type: 'label' },
  'affects versions': { type: 'label' },
  'affects version/s': { type: 'label' },
  comment: { name: 'Comments in Jira', type: 'long_text' },
  attachment: { name: 'Attachments in Jira', type: 'long_text' },
  environment: { type: 'long_text' },
  'inward issue link (blocks)': { name: 'Blocked by', type: 'dependency' },
};

/** Ids of Jira, what is the same for all issues of a project, and the other side of a link. */
const SKIPPED =
  /^(issue id|project (key|name|type|lead|lead id|description|url)|(assignee|reporter|creator|watchers) id|votes|last viewed|work ratio|status category|status category changed|parent summary|custom field \((rank|development|\[chart\].*)\)|outward issue link \(blocks\))$/;

/** The CSV file of a search in Jira, with all fields or the current ones. */
export const jira: Preset = {
  layout: 'merged',
  known: ['summary', 'issue key', 'work item key', 'issue type', 'work type', 'issue id', 'status'],
  name: ['summary'],
  description: ['description'],
  group: [],
  parent: ['parent id', 'parent key', 'parent', 'epic link', 'custom field (epic link)'],
  keys: ['issue id', 'work item id', 'issue key', 'work item key', 'key'],
  isSkipped: (header) => SKIPPED.test(classic(header)),
  keepsEmpty: false,
  hint: (header) => HINTS[classic(fieldOf(header))] ?? null,
  nameOf: fieldOf,
  derived: [],
  omitted: null,
};

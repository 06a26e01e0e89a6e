import { csvOf, rowsUnder } from './csv';

/** The header of an export with all fields; repeated ones have a column for each value. */
export const JIRA_HEADER = [
  'Summary',
  'Issue key',
  'Issue id',
  'Issue Type',
  'Status',
  'Project key',
  'Project name',
  'Project type',
  'Project lead',
  'Project lead id',
  'Project description',
  'Priority',
  'Resolution',
  'Assignee',
  'Assignee Id',
  'Reporter',
  'Reporter Id',
  'Creator',
  'Creator Id',
  'Created',
  'Updated',
  'Last Viewed',
  'Resolved',
  'Fix versions',
  'Components',
  'Components',
  'Due date',
  'Votes',
  'Labels',
  'Labels',
  'Labels',
  'Description',
  'Environment',
  'Watchers',
  'Watchers',
  'Watchers Id',
  'Watchers Id',
  'Original estimate',
  'Remaining Estimate',
  'Time Spent',
  'Work Ratio',
  'Σ Original Estimate',
  'Security Level',
  'Inward issue link (Blocks)',
  'Inward issue link (Blocks)',
  'Outward issue link (Blocks)',
  'Attachment',
  'Custom field (Epic Link)',
  'Custom field (Rank)',
  'Custom field (Story Points)',
  'Sprint',
  'Sprint',
  'Comment',
  'Comment',
  'Comment',
  'Parent',
  'Parent key',
  'Parent summary',
  'Status Category',
] as const;

export type JiraIssue = Partial<Record<(typeof JIRA_HEADER)[number], string | readonly string[]>>;

export function jiraCsv(issues: readonly JiraIssue[]): string {
  return `\uFEFF${csvOf([JIRA_HEADER, ...rowsUnder(JIRA_HEADER, issues)])}`;
}

/** The issue number `at`, from 1, of a project; every tenth is an epic, and those behind it are in it. */
export function aJiraIssue(at: number, people: readonly string[]): JiraIssue {
  const isEpic = at % 10 === 1;
  const epic = at - ((at - 1) % 10);
  const day = String((at % 28) + 1).padStart(2, '0');
  return {
    Summary: `Issue ${at}`,
    'Issue key': `SHOP-${at}`,
    'Issue id': String(10_000 + at),
    'Issue Type': isEpic ? 'Epic' : 'Story',
    Status: ['To Do', 'In Progress', 'Done'][at % 3]!,
    'Project key': 'SHOP',
    'Project name': 'Shop',
    Priority: ['Highest', 'High', 'Medium', 'Low', 'Lowest'][at % 5]!,
    Assignee: people[at % people.length]!,
    'Assignee Id': '5b10a2844c20165700ede21g',
    Created: `${day}/Mar/26 3:41 AM`,
    Updated: `${day}/Mar/26 11:05 PM`,
    'Due date': `${day}/Apr/26 12:00 AM`,
    Labels: at % 2 === 0 ? ['backend', 'payment'] : ['frontend'],
    Components: ['Checkout', 'Accounts'],
    Sprint: ['Sprint 1', 'Sprint 2'],
    Description: `First line of ${at},\nsecond line`,
    'Inward issue link (Blocks)': at > 1 && !isEpic ? [`SHOP-${at - 1}`] : [],
    'Custom field (Story Points)': at % 3 === 0 ? '' : `${at % 8}.0`,
    Comment: [`${day}/Mar/26 9:50 AM;5b10a2844c20165700ede21g;Which one?`],
    ...(isEpic ? {} : { Parent: String(10_000 + epic), 'Parent key': `SHOP-${epic}` }),
    'Status Category': 'To Do',
  };
}

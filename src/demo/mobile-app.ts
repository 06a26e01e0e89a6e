import { bugReportForm } from './bug-report-form';
import type { DemoBoard, DemoItem } from './demo-board';
import { around, type DemoWorld } from './demo-world';
import { featureComments } from './feature-comments';

const FEATURES = [
  'Sign in with a passkey',
  'Offline mode',
  'Dark theme',
  'Share a list',
  'Push notifications',
  'Home screen widgets',
  'Search suggestions',
  'Barcode scanner',
  'Order history',
  'Accessible colours',
  'Tablet layout',
  'Two languages at once',
];
const STEPS = ['Design', 'Interface', 'Server', 'Tests'];
const SYMPTOMS = [
  'Crash on',
  'Slow scrolling in',
  'Wrong total in',
  'Text is cut off in',
  'Nothing happens on',
  'Spinner never ends in',
  'Duplicate rows in',
];
const PLACES = [
  'sign-in',
  'the basket',
  'search results',
  'the profile page',
  'settings',
  'the order list',
  'checkout',
  'push messages',
  'the start page',
  'the photo viewer',
  'sharing',
  'the map',
  'the help page',
];
const AREAS = ['iOS', 'Android', 'Server', 'Design'];

/**
 * Product: plans, work in progress and bugs. Returns the roadmap, which other boards link to, and the address of the form for
 * bugs.
 */
export async function mobileApp(
  world: DemoWorld,
): Promise<{ roadmap: DemoBoard; featureIds: string[]; formUrl: string }> {
  const { id, board: sprint } = await world.project(
    world.workspaces.product,
    'Mobile app',
    'Version 4 of the customer app, from plan to store.',
    'Sprint',
  );
  const roadmap = await world.board(id, 'Roadmap', {
    defaultView: 'timeline',
    groups: [{ name: 'Now' }, { name: 'Next' }, { name: 'Later' }],
    columns: [
      { name: 'Status', type: 'status' },
      { name: 'Owner', type: 'people', config: { multiple: false } },
      { name: 'When', type: 'timeline' },
      { name: 'Effort', type: 'number', config: { decimals: 0, suffix: ' days' } },
      { name: 'Progress', type: 'progress' },
      { name: 'After', type: 'dependency' },
    ],
  });
  const featureIds = await fillRoadmap(world, roadmap);
  await fillSprint(world, sprint);
  const tracker = await fillBugs(world, id);
  await featureComments(world, featureIds);
  return { roadmap, featureIds, formUrl: await bugReportForm(world, tracker) };
}

async function fillRoadmap({ people, day }: DemoWorld, roadmap: DemoBoard): Promise<string[]> {
  const owners = [people.chidi, people.dana, people.ben];
  const ids: string[] = [];
  // Sequential, because each depends on an earlier one.
  for (const [index, name] of FEATURES.entries()) {
    const [id] = await roadmap.add(people.chidi.client, [
      {
        name,
        group: around(['Now', 'Now', 'Next', 'Later'], index),
        values: {
          Status: around(['In Progress', 'Done', 'To Do', 'To Do'], index),
          Owner: around(owners, index).id,
          When: { start: day(index * 9 - 30), end: day(index * 9 - 12) },
          Effort: 5 + ((index * 7) % 16),
          Progress: around([60, 100, 10, 0], index),
          After: index % 3 === 2 ? [ids.at(-2)] : undefined,
        },
      },
    ]);
    ids.push(id!);
  }
  return ids;
}

async function fillSprint({ people, day }: DemoWorld, sprint: DemoBoard): Promise<void> {
  const team = [people.chidi, people.dana, people.ben];
  const stories = FEATURES.flatMap((feature, row) =>
    STEPS.map((step, column): DemoItem => {
      const place = row * STEPS.length + column;
      return {
        name: `${step}: ${feature.toLowerCase()}`,
        group: around(['Current sprint', 'Next sprint', 'Backlog', 'Finished', 'Backlog'], place),
        values: {
          Status: around(['In progress', 'To do', 'To do', 'Done', 'Blocked', 'In review'], place),
          Assignee: place % 5 === 4 ? undefined : around(team, place).id,
          Priority: around(['High', 'Medium', 'Low', 'Critical', 'Medium'], place),
          'Story points': around([1, 2, 3, 5, 8, 13], place * 5),
          Type: around(['Story', 'Story', 'Chore', 'Spike'], place),
          'Sprint dates': { start: day(around([-4, 10, 24], place)), end: day(around([9, 23, 37], place)) },
          'Time spent': place % 3 === 0 ? { seconds: 1_800 * (1 + (place % 9)) } : undefined,
        },
      };
    }),
  );
  const ids = await sprint.add(people.dana.client, stories);
  const tested = ids.filter((_, place) => place % STEPS.length === STEPS.indexOf('Tests'));
  const checks = tested.flatMap((parentId, place) =>
    ['Write the cases', 'Run them on a phone', 'Run them on a tablet'].map((name): DemoItem => {
      const { group } = stories[place * STEPS.length + STEPS.indexOf('Tests')]!;
      return { name, group, parentId, values: { Status: around(['To do', 'Done'], place) } };
    }),
  );
  await sprint.add(people.chidi.client, checks);
}

async function fillBugs(world: DemoWorld, projectId: string): Promise<DemoBoard> {
  const { people, day } = world;
  const tracker = await world.board(projectId, 'Bugs', { templateId: world.templateId('Bug tracker') });
  const areas = { labels: AREAS.map((name) => ({ name })) };
  await people.ada.client.mutate('columns.update', { id: tracker.column('Area'), config: areas });
  const bugs = SYMPTOMS.flatMap((symptom, row) =>
    PLACES.map((where, column): DemoItem => {
      const place = row * PLACES.length + column;
      return {
        name: `${symptom} ${where}`,
        group: around(['Incoming', 'Confirmed', 'Being fixed', 'Closed', 'Closed'], place),
        values: {
          Status: around(['New', 'New', 'Fixing', 'Fixed', 'Will not fix'], place),
          Severity: around(['Low', 'Medium', 'High', 'Medium', 'Critical'], place * 3),
          Assignee: place % 4 === 0 ? undefined : around([people.dana, people.chidi], place).id,
          'Found in': `4.${place % 6}.${place % 4}`,
          'Steps to reproduce': `<p>Open <b>${where}</b>, wait, look. Seen on ${day(-place).slice(0, 10)}.</p>`,
          Area: [around(AREAS, place), ...(place % 6 === 0 ? ['Design'] : [])].filter(isFirst),
          'Reported by': `customer${place}@example.com`,
        },
      };
    }),
  );
  const ids = await tracker.add(people.chidi.client, bugs);
  await people.dana.client.mutate('items.bulkArchive', { itemIds: ids.slice(0, 6) });
  await people.dana.client.mutate('items.bulkDelete', { itemIds: ids.slice(-3) });
  return tracker;
}

const isFirst = <Entry>(entry: Entry, index: number, list: Entry[]): boolean => list.indexOf(entry) === index;

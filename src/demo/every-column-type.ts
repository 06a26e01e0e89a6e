import { DemoBoard } from './demo-board';
import { around, type DemoWorld } from './demo-world';

const LABELS = { labels: [{ name: 'Red' }, { name: 'Green' }, { name: 'Blue', color: '#2F80ED' }] };
const CITIES = ['Lisbon', 'Oslo', 'Nairobi', 'Osaka', 'Lima', 'Quebec', 'Tbilisi', 'Hanoi', 'Accra', 'Perth'];

/** All types except those that reference columns of the board, which are added once the columns exist. */
const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Long text', type: 'long_text' },
  { name: 'Number', type: 'number', config: { decimals: 1, suffix: ' kg' } },
  { name: 'Currency', type: 'currency', config: { currency: 'EUR', locale: 'de-DE' } },
  { name: 'Percentage', type: 'percentage' },
  { name: 'Rating', type: 'rating' },
  { name: 'Progress', type: 'progress' },
  { name: 'Date', type: 'date', config: { includeTime: true } },
  { name: 'Date range', type: 'date_range' },
  { name: 'Timeline', type: 'timeline' },
  { name: 'Time tracking', type: 'time_tracking' },
  { name: 'Status', type: 'status' },
  { name: 'Label', type: 'label', config: LABELS },
  { name: 'Dropdown', type: 'dropdown', config: { options: ['Small', 'Medium', 'Large'] } },
  { name: 'Checkbox', type: 'checkbox' },
  { name: 'Priority', type: 'priority' },
  { name: 'People', type: 'people' },
  { name: 'Dependency', type: 'dependency' },
  { name: 'Auto number', type: 'auto_number', config: { prefix: 'X-', start: 100 } },
  { name: 'Created', type: 'created_date' },
  { name: 'Updated', type: 'last_updated' },
  { name: 'File', type: 'file' },
  { name: 'E-mail', type: 'email' },
  { name: 'Phone', type: 'phone' },
  { name: 'URL', type: 'url' },
  { name: 'Colour', type: 'color' },
];

/** Creates a board with a column of each type, and values in all of them. Returns its id. */
export async function everyColumnType(
  world: DemoWorld,
  { roadmap, featureIds }: { roadmap: DemoBoard; featureIds: string[] },
): Promise<string> {
  const { people, workspaces } = world;
  const owner = people.ada.client;
  const project = await owner.mutate('projects.create', {
    workspaceId: workspaces.product,
    name: 'Try things out',
    description: 'A board for trying things out.',
  });
  const link = { name: 'Link', type: 'link', config: { boardIds: [roadmap.id] } };
  const empty = await world.board(project.id, 'Every column type', {
    groups: [{ name: 'North' }, { name: 'South' }],
    columns: [...COLUMNS, link],
  });
  const computed = (name: string, type: string, config: object) =>
    owner.mutate('columns.create', { boardId: empty.id, name, type, config });
  await computed('Formula', 'formula', { expression: 'ROUND({Number} * 1.19, 2)' });
  await computed('Lookup', 'lookup', {
    linkColumnId: empty.column('Link'),
    targetColumnId: roadmap.column('Effort'),
    aggregate: 'sum',
  });
  const board = new DemoBoard(await owner.query('boards.get', { id: empty.id }));
  await fill(world, board, featureIds);
  return board.id;
}

async function fill({ people, day }: DemoWorld, board: DemoBoard, featureIds: string[]): Promise<void> {
  const colours = ['#C0392B', '#27865A', '#2F80ED', '#B7791F'];
  let previous: string | undefined;
  // Sequential, because each depends on the previous one.
  for (const [place, city] of CITIES.entries()) {
    const file = await people.chidi.client.upload(`${city}.txt`, `A few notes about ${city}.\n`);
    const [id] = await board.add(people.chidi.client, [
      {
        name: city,
        group: place % 2 === 0 ? 'North' : 'South',
        description: `<p>All that can be said of <strong>${city}</strong>.</p>`,
        values: {
          Text: `A word about ${city}`,
          'Long text': `<p>Much more about <em>${city}</em>.</p><ul><li>one</li><li>two</li></ul>`,
          Number: 12.5 + place,
          Currency: 1_999 + place * 250,
          Percentage: place * 11,
          Rating: place % 6,
          Progress: place * 10,
          Date: day(place - 3),
          'Date range': { start: day(place), end: day(place + 4) },
          Timeline: { start: day(-place), end: day(place * 2) },
          'Time tracking': { seconds: 600 + place * 1_234 },
          Status: around(['To Do', 'In Progress', 'Done'], place),
          Label: [around(['Red', 'Green', 'Blue'], place), around(['Green', 'Blue', 'Red'], place)],
          Dropdown: around(['Small', 'Medium', 'Large'], place),
          Checkbox: place % 3 === 0,
          Priority: around(['Critical', 'High', 'Medium', 'Low'], place),
          People: [around([people.ada, people.chidi, people.emre], place).id, people.dana.id],
          Dependency: previous === undefined ? undefined : [previous],
          'E-mail': `office@${city.toLowerCase()}.example`,
          Phone: `+49 30 901820${10 + place}`,
          URL: `https://www.example.com/${city.toLowerCase()}`,
          Colour: around(colours, place),
          File: [file],
          Link: [around(featureIds, place), around(featureIds, place + 5)],
        },
      },
    ]);
    previous = id;
  }
}

import type { DemoBoard, DemoItem } from './demo-board';
import { around, type DemoWorld } from './demo-world';

const COMPANIES = [
  'Northwind',
  'Contoso',
  'Fabrikam',
  'Globex',
  'Initech',
  'Umbrella Shops',
  'Hooli',
  'Stark Tools',
];
const DEALS = [
  'Renewal',
  'First order',
  'Pilot',
  'Second site',
  'Yearly plan',
  'Workshop',
  'Support contract',
];
const CONTACTS = ['Marta Silva', 'Jonas Weber', 'Li Na', 'Sam Carter', 'Noor Ali'];
const TOPICS = [
  'Five things to do before spring',
  'How the new scanner works',
  'Interview with a customer',
  'Behind the scenes: testing offline',
  'What changes in version 4',
  'A day at the warehouse',
  'Questions we hear most',
  'From paper to app',
  'The colours of spring',
];
const TASKS = [
  'Press text',
  'Store pictures',
  'Price list',
  'Newsletter',
  'Training for support',
  'Landing page',
];

/** Go to market: texts, deals, and a list of what the launch needs from the roadmap. */
export async function springLaunch(
  world: DemoWorld,
  { roadmap, featureIds }: { roadmap: DemoBoard; featureIds: string[] },
): Promise<void> {
  const { id, board: calendar } = await world.project(
    world.workspaces.market,
    'Spring launch',
    'Everything around the release of the app in spring.',
    'Content calendar',
  );
  await fillCalendar(world, calendar);
  await fillPipeline(world, id);
  await fillChecklist(world, id, { roadmap, featureIds });
}

async function fillCalendar({ people, day }: DemoWorld, calendar: DemoBoard): Promise<void> {
  const channels = ['Blog', 'Newsletter', 'Social', 'Video'];
  const pieces = channels.flatMap((channel, row) =>
    TOPICS.map((topic, column): DemoItem => {
      const place = row * TOPICS.length + column;
      return {
        name: `${topic} (${channel.toLowerCase()})`,
        group: around(['Published', 'Scheduled', 'In production', 'Ideas'], place),
        values: {
          Status: around(['Published', 'Approved', 'Writing', 'Idea'], place),
          Author: [around([people.emre, people.ben], place).id],
          'Publish on': place % 4 === 3 ? undefined : day(around([-20, 3, 17], place) + (place % 9)),
          Channel: [channel],
          Brief: `<p>For ${around(CONTACTS, place)} and people like them. <em>400 words.</em></p>`,
          Link: place % 4 === 0 ? `https://www.example.com/news/${place}` : undefined,
        },
      };
    }),
  );
  await calendar.add(people.emre.client, pieces);
}

async function fillPipeline(world: DemoWorld, projectId: string): Promise<void> {
  const { people, day } = world;
  const pipeline = await world.board(projectId, 'Deals', { templateId: world.templateId('CRM pipeline') });
  const deals = COMPANIES.flatMap((company, row) =>
    DEALS.map((deal, column): DemoItem => {
      const place = row * DEALS.length + column;
      const contact = around(CONTACTS, place);
      return {
        name: `${company}: ${deal.toLowerCase()}`,
        group: around(['Leads', 'Qualified', 'Proposal', 'Won', 'Negotiation', 'Lost'], place),
        values: {
          Owner: around([people.emre, people.ben, people.ada], place).id,
          Company: company,
          Contact: contact,
          'E-mail': `${contact.toLowerCase().replaceAll(' ', '.')}@example.com`,
          Phone: `+49 30 5550 ${1_000 + place}`,
          'Deal value': 900 + ((place * 3_719) % 48_000),
          Probability: around([10, 25, 50, 100, 75, 0], place),
          'Expected close': day((place % 13) * 7 - 20),
          Source: around(['Referral', 'Website', 'Event', 'Outbound', 'Partner'], place),
        },
      };
    }),
  );
  await pipeline.add(people.emre.client, deals);
}

async function fillChecklist(
  world: DemoWorld,
  projectId: string,
  { roadmap, featureIds }: { roadmap: DemoBoard; featureIds: string[] },
): Promise<void> {
  const { people, day } = world;
  const checklist = await world.board(projectId, 'Launch checklist', {
    groups: [{ name: 'Before' }, { name: 'On the day' }, { name: 'After' }],
    columns: [
      { name: 'Done', type: 'checkbox' },
      { name: 'Who', type: 'people' },
      { name: 'Due', type: 'date' },
      { name: 'Needs', type: 'link', config: { boardIds: [roadmap.id] } },
    ],
  });
  await checklist.add(
    people.emre.client,
    ['Draft', 'Review', 'Publish', 'Measure'].flatMap((step, row) =>
      TASKS.map((task, column) => ({
        name: `${step}: ${task.toLowerCase()}`,
        group: around(['Before', 'Before', 'On the day', 'After'], row),
        values: {
          Done: row === 0,
          Who: [around([people.emre, people.dana], column).id],
          Due: day(row * 10 + column - 6),
          Needs: column % 2 === 0 ? [around(featureIds, row * TASKS.length + column)] : undefined,
        },
      })),
    ),
  );
}

import type { DemoBoard, DemoItem } from './demo-board';
import { around, type DemoWorld } from './demo-world';

const FIRST_NAMES = ['Aiko', 'Bruno', 'Carla', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Henrik'];
const LAST_NAMES = ['Sato', 'Costa', 'Meyer', 'Ivanov', 'Kaya'];
const OBJECTIVES = [
  { name: 'Customers come back', group: 'Company' },
  { name: 'The app is the fastest of its kind', group: 'Product' },
  { name: 'We are known in three countries', group: 'Go to market' },
  { name: 'New colleagues feel at home in a week', group: 'Operations' },
];

/** People: in a closed workspace, because applications are confidential. */
export async function peopleOperations(world: DemoWorld): Promise<void> {
  const { id, board: hiring } = await world.project(
    world.workspaces.people,
    'Hiring',
    'Open roles and who applied for them.',
    'Hiring',
  );
  await fillHiring(world, hiring);
  const okrs = await world.board(id, 'Goals', { templateId: world.templateId('OKRs') });
  await fillGoals(world, okrs);
}

async function fillHiring({ people, day }: DemoWorld, hiring: DemoBoard): Promise<void> {
  const applicants = FIRST_NAMES.flatMap((first, row) =>
    LAST_NAMES.map((last, column): DemoItem => {
      const place = row * LAST_NAMES.length + column;
      return {
        name: `${first} ${last}`,
        group: around(
          ['Applied', 'Phone screen', 'Interviews', 'Offer', 'Hired', 'Rejected', 'Applied'],
          place,
        ),
        values: {
          Role: around(['Engineering', 'Design', 'Product', 'Sales', 'Operations'], place),
          Recruiter: people.fatima.id,
          Interviewers: [around([people.chidi, people.dana, people.emre], place).id, people.ben.id],
          Rating: around([3, 4, 5, 2], place),
          'E-mail': `${first}.${last}@example.com`.toLowerCase(),
          Phone: `+44 20 7946 0${100 + place}`,
          'Next interview': place % 3 === 1 ? day(1 + (place % 10)) : undefined,
          Profile: `https://www.example.com/people/${first}-${last}`.toLowerCase(),
        },
      };
    }),
  );
  await hiring.add(people.fatima.client, applicants);
}

async function fillGoals({ people, day }: DemoWorld, goals: DemoBoard): Promise<void> {
  const quarter = { start: day(-40), end: day(50) };
  const owners = [people.ada, people.chidi, people.emre, people.fatima];
  const ids = await goals.add(
    people.ada.client,
    OBJECTIVES.map((objective, place) => ({
      ...objective,
      values: {
        Confidence: around(['On track', 'At risk', 'On track', 'Off track'], place),
        Owner: [around(owners, place).id],
        Quarter: quarter,
        Progress: around([45, 70, 20, 90], place),
      },
    })),
  );
  const results = ids.flatMap((parentId, row) =>
    ['Number', 'Share', 'Days'].map((measure, column): DemoItem => {
      const { name, group } = OBJECTIVES[row]!;
      const current = 20 + (((row * 3 + column) * 17) % 70);
      return {
        name: `${measure} that shows: ${name.toLowerCase()}`,
        group,
        parentId,
        values: { Start: 0, Target: 100, Current: current, Progress: current, 'Checked in': day(-row) },
      };
    }),
  );
  await goals.add(people.fatima.client, results);
}

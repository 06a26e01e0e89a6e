import { AppError } from '../kernel/app-error';
import type { DemoApplication } from './demo-application';
import { type Answer, DemoClient } from './demo-client';
import { DemoExists } from './demo-exists';
import { type DemoPeople, foundOrganization } from './demo-people';
import { DemoWorld } from './demo-world';
import { everyColumnType } from './every-column-type';
import { mobileApp } from './mobile-app';
import { peopleOperations } from './people-operations';
import { springLaunch } from './spring-launch';
import { printDemoSummary } from './print-demo-summary';
import { randomSecret } from '../platform/crypto/random';

const ORGANIZATION = { name: 'Acme', slug: 'demo' };

/**
 * Creates an organization with members with every role and projects of every kind, through the API where possible.
 * Returns the summary to print. Not one transaction: a failure leaves what was created before it.
 */
export async function fillDemo(application: DemoApplication, publicUrl: string): Promise<string> {
  const { host } = new URL(publicUrl);
  const inside = new DemoClient(application, `${ORGANIZATION.slug}.${host}`);
  // With a well-known password, others could sign in to an installation that they can reach.
  const password = randomSecret(12);
  const people = await foundOrganization(application, inside, ORGANIZATION, password).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'CONFLICT'
        ? new DemoExists(ORGANIZATION.slug)
        : error;
    },
  );
  const world = new DemoWorld(people, await makeWorkspaces(people), await templatesByName(people));
  const features = await mobileApp(world);
  await springLaunch(world, features);
  await peopleOperations(world);
  const boardId = await everyColumnType(world, features);
  return printDemoSummary({
    publicUrl,
    slug: ORGANIZATION.slug,
    people,
    password,
    boardId,
    formUrl: features.formUrl,
  });
}

async function makeWorkspaces(people: DemoPeople): Promise<DemoWorld['workspaces']> {
  const { client } = people.ada;
  const make = async (name: string, visibility: string, members: Record<string, DemoPeople['ada'][]>) => {
    const { id } = await client.mutate('workspaces.create', { name, visibility });
    for (const [role, persons] of Object.entries(members)) {
      const inputs = persons.map((person) => ({ workspaceId: id, userId: person.id, role }));
      await client.mutateEach('workspaces.members.add', inputs);
    }
    return id as string;
  };
  const { ben, chidi, dana, emre, fatima, vera } = people;
  return {
    product: await make('Product', 'open', { admin: [chidi], member: [dana, ben], viewer: [vera] }),
    market: await make('Go to market', 'open', { admin: [ben], member: [emre] }),
    people: await make('People', 'closed', { member: [fatima] }),
  };
}

async function templatesByName(people: DemoPeople): Promise<Map<string, string>> {
  const { templates } = await people.ada.client.query('templates.list', {});
  return new Map(templates.map(({ id, name }: Answer) => [name, id]));
}

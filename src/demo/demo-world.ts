import { clock } from '../kernel/clock';
import { DemoBoard } from './demo-board';
import type { DemoPeople } from './demo-people';

const DAY_MS = 86_400_000;

/** What the projects of the demo are made in and of. */
export class DemoWorld {
  constructor(
    readonly people: DemoPeople,
    readonly workspaces: Readonly<Record<'product' | 'market' | 'people', string>>,
    private readonly templates: ReadonlyMap<string, string>,
  ) {}

  /** A project with the board that a template of that name makes; by the owner. */
  async project(
    workspaceId: string,
    name: string,
    description: string,
    template: string,
  ): Promise<{ id: string; board: DemoBoard }> {
    const templateId = this.templates.get(template);
    const project = await this.people.ada.client.mutate('projects.create', {
      workspaceId,
      name,
      description,
      templateId,
    });
    const board = await this.people.ada.client.query('boards.get', { id: project.boards[0].id });
    return { id: project.id, board: new DemoBoard(board) };
  }

  async board(projectId: string, name: string, made: object): Promise<DemoBoard> {
    return new DemoBoard(await this.people.ada.client.mutate('boards.create', { projectId, name, ...made }));
  }

  templateId(name: string): string {
    return this.templates.get(name)!;
  }

  /** Midnight of the day so many days from today, in UTC. */
  day(offset: number): string {
    const today = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS;
    return new Date(today + offset * DAY_MS).toISOString();
  }
}

/** The entry at a place of a list that goes round. */
export function around<Entry>(list: readonly Entry[], place: number): Entry {
  return list[((place % list.length) + list.length) % list.length]!;
}

import { clock } from '../kernel/clock';
import { DemoBoard } from './demo-board';
import type { DemoPeople } from './demo-people';

const DAY_MS = 86_400_000;

/** The context of the demo's projects. */
export class DemoWorld {
  constructor(
    readonly people: DemoPeople,
    readonly workspaces: Readonly<Record<'product' | 'market' | 'people', string>>,
    private readonly templates: ReadonlyMap<string, string>,
  ) {}

  /** Creates a project with the board of the template with this name, as the owner. */
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

  /** Midnight UTC of the day this many days from today. */
  day(offset: number): string {
    const today = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS;
    return new Date(today + offset * DAY_MS).toISOString();
  }
}

/** The entry at an index of a list, modulo its length. */
export function around<Entry>(list: readonly Entry[], place: number): Entry {
  return list[((place % list.length) + list.length) % list.length]!;
}

import type { Agent } from 'node:http';
import { type Answer, httpCall } from './http-call';

/** What a test writes to and reads from: a board of a new organization, made over HTTP, with a token of its owner. */
export class World {
  private constructor(
    readonly token: string,
    readonly boardId: string,
    readonly groupId: string,
    readonly numberColumn: string,
  ) {}

  static async create(url: string): Promise<World> {
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
    const registered = await httpCall({
      method: 'POST',
      url: `${url}/api/auth/register`,
      body: { ...account, organizationName: 'Acme' },
    });
    const cookie = String(registered.headers['set-cookie']).split(';', 1)[0]!;
    const token = (await made(
      httpCall({
        method: 'POST',
        url: `${url}/api/auth/tokens`,
        headers: { cookie },
        body: { name: 'test', scopes: ['read', 'write', 'delete'], expiresIn: '1d' },
      }),
    )) as { token: string };
    const draft = new World(token.token, '', '', '');
    const workspace = await draft.create(url, 'workspaces.create', { name: 'Work' });
    const project = await draft.create(url, 'projects.create', {
      workspaceId: workspace.id,
      name: 'Project',
    });
    const board = await draft.create(url, 'boards.create', {
      projectId: project.id,
      name: 'Board',
      groups: [{ name: 'Group' }],
      columns: [{ name: 'Number', type: 'number' }],
    });
    return new World(
      token.token,
      board.id,
      board.groups[0].id,
      board.columns.find(({ name }: { name: string }) => name === 'Number').id,
    );
  }

  query(url: string, name: string, input: object, agent?: Agent): Promise<Answer> {
    const query = encodeURIComponent(JSON.stringify({ json: input }));
    const headers = { authorization: `Bearer ${this.token}` };
    return httpCall({
      method: 'GET',
      url: `${url}/api/trpc/${name}?input=${query}`,
      headers,
      ...(agent && { agent }),
    });
  }

  mutate(
    url: string,
    name: string,
    input: object,
    { agent, headers = {} }: { agent?: Agent; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return httpCall({
      method: 'POST',
      url: `${url}/api/trpc/${name}`,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: { json: input },
      ...(agent && { agent }),
    });
  }

  /** The number of every item of the board, by id. */
  async numbers(url: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let cursor: string | null = null; ;) {
      const page = output(await this.query(url, 'items.list', { boardId: this.boardId, limit: 200, cursor }));
      for (const { id, values } of page.items) found.set(id, values[this.numberColumn]);
      cursor = page.nextCursor;
      if (cursor === null) return found;
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  private async create(url: string, name: string, input: object): Promise<any> {
    return output(await this.mutate(url, name, input));
  }
}

/** `result.data.json` of a success. */
// The wire is untyped here: tests assert on it.
// oxlint-disable-next-line typescript/no-explicit-any
export function output({ status, text, fault }: Answer): any {
  if (status !== 200) throw new Error(`a call was answered with ${status} ${fault ?? text}`);
  return JSON.parse(text).result.data.json;
}

async function made(answer: Promise<Answer>): Promise<unknown> {
  const { status, text, fault } = await answer;
  if (status !== 200 && status !== 201)
    throw new Error(`a request was answered with ${status} ${fault ?? text}`);
  return JSON.parse(text);
}

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

  /** `name` makes the account, so that one installation can have several. */
  static async create(url: string, name = 'ada'): Promise<World> {
    const account = {
      name: 'Ada',
      email: `${name.replaceAll(' ', '-')}@example.com`,
      password: 'correct horse battery',
      organizationName: 'Acme',
    };
    const registered = await httpCall({ method: 'POST', url: `${url}/api/auth/register`, body: account });
    if (registered.status !== 201) throw new Error(`no account: ${registered.fault ?? registered.text}`);
    const cookie = String(registered.headers['set-cookie']).split(';', 1)[0]!;
    const token = await createToken(url, { cookie }, '7d');
    const draft = new World(token, '', '', '');
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
      token,
      board.id,
      board.groups[0].id,
      board.columns.find(({ name }: { name: string }) => name === 'Number').id,
    );
  }

  /** The same board with another token, which has a rate limit of its own. */
  async newToken(url: string): Promise<World> {
    const token = await createToken(url, { authorization: `Bearer ${this.token}` }, '1d');
    return new World(token, this.boardId, this.groupId, this.numberColumn);
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

async function createToken(url: string, headers: Record<string, string>, expiresIn: string): Promise<string> {
  const body = { name: 'test', scopes: ['read', 'write', 'delete'], expiresIn };
  const { status, text, fault } = await httpCall({
    method: 'POST',
    url: `${url}/api/auth/tokens`,
    headers,
    body,
  });
  if (status !== 201) throw new Error(`no token: ${fault ?? text}`);
  return (JSON.parse(text) as { token: string }).token;
}

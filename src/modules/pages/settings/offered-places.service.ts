import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../../access/authenticator';
import { NotAuthenticated } from '../../../access/access-errors';
import type { IncomingRequest } from '../../../access/incoming-request';
import { PageCalls } from '../../../rpc/page-calls';
import { PlaceNamesReadModel } from '../../hierarchy';

/** A workspace or a board that a token can be limited to. */
export interface OfferedPlace {
  readonly id: string;
  readonly name: string;
}

/** How many workspaces, and how many boards, are offered at once. An organization has thousands of boards. */
const OFFERED_MAX = 20;

/** The workspaces and boards that the user of a page sees in the organization of the request. */
@Injectable()
export class OfferedPlacesService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly calls: PageCalls,
    private readonly names: PlaceNamesReadModel,
  ) {}

  /** Those whose names contain the words of `find`; without words, the first workspaces. */
  async offered(request: IncomingRequest, find: string): Promise<OfferedPlace[]> {
    const workspaces = await this.workspaces(request, find);
    return find === '' ? workspaces : [...workspaces, ...(await this.boards(request, find))];
  }

  /** By id. What the user does not see has no entry, like what does not exist. */
  async namesOf(request: IncomingRequest, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const person = await this.authenticator.person(request);
    if (person === null) throw new NotAuthenticated();
    const principal = await this.authenticator.principal(request, person);
    const { organizationId } = principal;
    return this.names.find({ principal, organizationId, transaction: null }, ids);
  }

  private async workspaces(request: IncomingRequest, find: string): Promise<OfferedPlace[]> {
    interface Listed {
      workspaces: (OfferedPlace & { access: { comment: boolean } })[];
    }
    const input = { limit: OFFERED_MAX, ...(find === '' ? {} : { search: find }) };
    const { workspaces } = await this.calls.call<Listed>(request, 'workspaces.list', input);
    // A guest does not see the workspaces as such, only boards in them.
    return workspaces.filter(({ access }) => access.comment).map(({ id, name }) => ({ id, name }));
  }

  private async boards(request: IncomingRequest, find: string): Promise<OfferedPlace[]> {
    interface Found {
      results: (OfferedPlace & { workspaceName: string })[];
    }
    const input = { q: find, types: ['board'], limit: OFFERED_MAX };
    const { results } = await this.calls.call<Found>(request, 'search.query', input);
    return results.map(({ id, name, workspaceName }) => ({ id, name: `${workspaceName} › ${name}` }));
  }
}

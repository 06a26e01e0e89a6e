import { type IncomingRequest } from '../../access/incoming-request';
import { NotAuthenticated } from '../../access/access-errors';
import type { OrganizationId, ScimTokenId } from '../../kernel/ids';
import type { DirectoryContext, DirectoryReach } from '../members';

/** An authenticated directory and its organization. */
export interface ScimClient {
  tokenId: ScimTokenId;
  organizationId: OrganizationId;
  slug: string;
  reach: DirectoryReach;
}

/** A request of a directory. */
export interface ScimContext extends DirectoryContext {
  readonly client: ScimClient;
  readonly request: IncomingRequest;
}

const MEMO = 'scim client';

export function keepScimClient(request: IncomingRequest, client: ScimClient): void {
  request.memo.set(MEMO, client);
}

export function scimContext(request: IncomingRequest): ScimContext {
  const client = request.memo.get(MEMO) as ScimClient | undefined;
  if (client === undefined) throw new NotAuthenticated();
  return {
    transaction: null,
    requestId: request.id,
    organizationId: client.organizationId,
    reach: client.reach,
    person: { userId: null },
    client,
    request,
  };
}

import type { FastifyInstance } from 'fastify';
import type { OtherCells } from '../../access/cells/other-cells';
import { sessionCookieName } from '../../access/incoming-request';
import { incomingRequest } from './fastify-request';
import { isForEveryProcess } from './lifecycle-hooks';

/**
 * Refers requests for organizations of other cells to them, before a body is read or a credential is checked. Before any
 * route, because hooks apply to later ones.
 */
export function registerCellHooks(fastify: FastifyInstance, cells: OtherCells, isSecure: boolean): void {
  if (!cells.exist) return;
  fastify.addHook('onRequest', async (request) => {
    if (isForEveryProcess(request.url)) return;
    await cells.refer(incomingRequest(request, sessionCookieName(isSecure)));
  });
}

import type { ExecutionId } from '../../kernel/ids';
import { currentTraceparent } from '../tracing/tracing';
import type { EventOrigin } from './committed-event';

/** The part of a context that names the cause of its changes. */
export interface CausedContext {
  readonly requestId?: string;
  /** The execution of an automation that makes the changes. */
  readonly execution?: { readonly id: ExecutionId; readonly depth: number; readonly chain: string };
}

/** The origin of a context's events as JSON text, for the statement that writes them; null when the cause has no name. */
export function originOf({ requestId, execution }: CausedContext): string | null {
  const traceparent = currentTraceparent();
  if (requestId === undefined && execution === undefined && traceparent === undefined) return null;
  const origin: EventOrigin = {
    ...(requestId === undefined ? {} : { requestId }),
    ...(execution === undefined
      ? {}
      : { executionId: execution.id, depth: execution.depth, chain: execution.chain }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  return JSON.stringify(origin);
}

/** The id of the user who is the actor of a context's events; null when the actor is a directory, an automation or a form. */
export function actorOf<Id extends string>({
  person,
  execution,
}: CausedContext & { readonly person: { readonly userId: Id | null } }): Id | null {
  return execution === undefined ? person.userId : null;
}

import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { QueuedExecution } from '../executions/execution.record';

/** The beginning of the causes of all executions in a chain, except those that begin it. */
export function chainPrefix(chain: string): string {
  return `chain ${chain} `;
}

/** The cause of the execution that an event fires. */
export function causeOf({ id, origin }: CommittedEvent): string {
  return origin.chain === undefined ? id : `${chainPrefix(origin.chain)}${id}`;
}

/** The chain that an execution belongs to. An event that no execution caused begins one for all automations that it fires. */
export function chainOf({ id, cause }: Pick<QueuedExecution, 'id' | 'cause'>): string {
  const [, chain] = /^chain (\S+) /.exec(cause) ?? [];
  return chain ?? (cause.startsWith('evt_') ? cause : id);
}

import { Injectable } from '@nestjs/common';
import type { DatabaseContext } from '../../../platform/database/transaction';
import {
  type CausePrefix,
  ExecutionsRepository,
  type NewExecution,
} from '../executions/executions.repository';
import { chainPrefix } from './chain';

/** An execution beyond this depth is stopped (contract §8). */
export const MAX_DEPTH = 5;
/**
 * How often an automation runs in one chain. The depth alone bounds nothing: with two automations that each create two items,
 * every depth has four times the executions of the one before.
 */
const MAX_IN_CHAIN = 50;

/** An execution of an event, with the chain that the event belongs to. */
export type ChainedExecution = NewExecution & { chain: string | undefined };

/** Stops automations that trigger each other. */
@Injectable()
export class ChainLimitService {
  constructor(private readonly executions: ExecutionsRepository) {}

  /** The executions, with those beyond a limit stopped: one for each automation and chain. */
  async limit<E extends ChainedExecution>(context: DatabaseContext, executions: readonly E[]): Promise<E[]> {
    const counts = await this.countsOf(context, executions);
    return executions.map((execution) => {
      const { chain, depth } = execution;
      if (depth > MAX_DEPTH)
        return stopped(execution, `More than ${MAX_DEPTH} automations triggered each other`);
      if (chain === undefined) return execution;
      const key = keyOf(prefixOf(execution, chain));
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      if (count < MAX_IN_CHAIN) return execution;
      return stopped(execution, `The automation has run ${MAX_IN_CHAIN} times in a chain of automations`);
    });
  }

  private async countsOf(
    context: DatabaseContext,
    executions: readonly ChainedExecution[],
  ): Promise<Map<string, number>> {
    const prefixes = new Map<string, CausePrefix>();
    for (const execution of executions) {
      if (execution.chain === undefined || execution.depth > MAX_DEPTH) continue;
      const prefix = prefixOf(execution, execution.chain);
      prefixes.set(keyOf(prefix), prefix);
    }
    if (prefixes.size === 0) return new Map();
    const counts = await this.executions.countCauses(context, [...prefixes.values()], MAX_IN_CHAIN);
    return new Map(counts.map((each) => [keyOf(each), each.count]));
  }
}

function prefixOf({ organizationId, automationId }: NewExecution, chain: string): CausePrefix {
  return { organizationId, automationId, prefix: chainPrefix(chain) };
}

function keyOf({ automationId, prefix }: Pick<CausePrefix, 'automationId' | 'prefix'>): string {
  return `${automationId} ${prefix}`;
}

function stopped<E extends ChainedExecution>(execution: E, error: string): E {
  const { chain, cause } = execution;
  return { ...execution, cause: chain === undefined ? cause : `stopped ${chain}`, status: 'stopped', error };
}

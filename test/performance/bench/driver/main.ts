import { OPERATIONS } from '../operations';
import type { BoardHandles } from '../subject';
import { type RoundResult, runRound } from './closed-loop';
import type { FromDriver, ToDriver } from './messages';

const boards = new Map<string, BoardHandles>();

function answer(message: FromDriver): void {
  process.send!(message);
}

async function follow(message: ToDriver): Promise<RoundResult | null> {
  if (message.kind === 'board') {
    boards.set(message.subject, message.handles);
    return null;
  }
  const operation = OPERATIONS.find(({ name }) => name === message.operation)!;
  return runRound(message.order, operation.requests(boards.get(message.subject)!));
}

process.on('message', (message: ToDriver) => {
  follow(message).then(
    (result) => answer({ kind: 'done', result }),
    (problem: Error) => answer({ kind: 'failed', reason: problem.message }),
  );
});
process.once('disconnect', () => process.exit());
answer({ kind: 'ready' });

import { FollowedChanges } from './automations/followed-changes';
import { WebhookReceiver } from './automations/webhook-receiver';
import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import type { RoundResult } from './driver/closed-loop';
import { Driver } from './driver/driver';
import { medianQuotient, summarize } from './measurement';
import { describeMachine } from './report/machine';
import type { RunningSubject } from './subject';
import { FloorSubject } from './subjects/floor';
import { TrestleSubject } from './subjects/trestle';

const ROUNDS = 5;
const SECONDS = 1.5;
const WARM_UP_SECONDS = 3;
const PLAN = { itemCount: 10_000, groupCount: 1, seed: 20_261_123 };
/** Of the floor's rate without an automation and a webhook. */
const MIN_RATIO = 0.4;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Rounds of items.setValue on one side, each of which continues where the one before ended. */
class Side {
  readonly rounds: RoundResult[] = [];
  sent = 0;

  constructor(
    private readonly driver: Driver,
    private readonly label: string,
    private readonly running: RunningSubject,
  ) {}

  async round(seconds: number): Promise<RoundResult> {
    const { baseUrl, token } = this.running;
    const order = { baseUrl, token, seconds, firstIndex: this.sent };
    const result = await this.driver.round(this.label, 'set-value', order);
    this.sent = result.nextIndex;
    return result;
  }

  summary(): string {
    const { requestsPerSecond, p50, p99 } = summarize(this.rounds);
    return `${requestsPerSecond.toFixed(0)} requests a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  }
}

async function assertComplete(
  changes: FollowedChanges,
  receiver: WebhookReceiver,
  sent: number,
): Promise<void> {
  const counts = await changes.consequences();
  const received = receiver.eventIds.size;
  say(
    `${sent} requests changed ${counts.changes} values: ${counts.succeeded} of ${counts.executions} executions succeeded and ` +
      `changed ${counts.effects} values; ${counts.delivered} of ${counts.deliveries} deliveries succeeded, ` +
      `${received} different events received, ${receiver.repeated} repeated`,
  );
  const isComplete =
    counts.succeeded === counts.changes &&
    counts.executions === counts.changes &&
    counts.delivered === counts.changes + counts.effects &&
    counts.deliveries === counts.delivered &&
    received === counts.delivered;
  if (isComplete) return;
  say('ALARM executions or deliveries are missing');
  process.exitCode = 1;
}

/**
 * items.setValue with an automation that each change fires and a webhook that gets each change, executed and sent by the same
 * process meanwhile; the floor does neither.
 */
async function main(): Promise<void> {
  const driver = await Driver.start();
  const receiver = await WebhookReceiver.start();
  const postgres = await openPostgres(process.env['DATABASE_URL']);
  const database = new ScratchDatabase(postgres.url);
  const version = await database.create();
  say(describeMachine(`${version} (${postgres.kind})`));
  const context = { databaseUrl: database.url, log: say };
  const floorSubject = new FloorSubject(context);
  const subject = new TrestleSubject(context, 'all', { OUTBOUND_ALLOW: receiver.address });
  try {
    const floor = new Side(driver, 'floor', await floorSubject.start());
    await driver.useBoard('floor', await floorSubject.load(PLAN));
    const service = new Side(driver, 'service', await subject.start());
    const board = await subject.load(PLAN);
    await driver.useBoard('service', board);
    const changes = await FollowedChanges.follow(subject, database.url, board, receiver.address);
    await changes.caughtUp();
    await floor.round(WARM_UP_SECONDS);
    await service.round(WARM_UP_SECONDS);
    await changes.caughtUp();
    const delays: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      floor.rounds.push(await floor.round(SECONDS));
      service.rounds.push(await service.round(SECONDS));
      // The floor's next round has the machine to itself, as in `npm run bench`.
      delays.push(await changes.caughtUp());
    }
    say(`floor: ${floor.summary()}`);
    say(`service, with an automation and a webhook: ${service.summary()}`);
    const ratio = medianQuotient(service.rounds, floor.rounds, ({ requestsPerSecond }) => requestsPerSecond);
    say(`ratio ${ratio.toFixed(2)} (at least ${MIN_RATIO})`);
    if (ratio < MIN_RATIO) process.exitCode = 1;
    const seconds = delays.map((value) => value.toFixed(1)).join(', ');
    say(`executions and deliveries caught up after ${seconds} s`);
    await assertComplete(changes, receiver, service.sent);
    await changes.close();
  } finally {
    await subject.stop();
    await floorSubject.stop();
    receiver.stop();
    await driver.stop();
    await database.drop();
    await postgres.stop();
  }
}

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
  process.exitCode = 1;
});

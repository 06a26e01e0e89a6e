import { join } from 'node:path';
import { Contest, type Side } from './contest';
import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import { Driver } from './driver/driver';
import { alarms } from './measurement';
import { describeMachine, residentMemory } from './report/machine';
import { consoleReport, markdownReport, type RunResult } from './report/report';
import { writeSection } from './report/written-section';
import { readOptions, type RunOptions, USAGE } from './run-options';
import type { Subject } from './subject';
import { FloorSubject } from './subjects/floor';
import { SUBJECTS } from './subjects/registry';

const RESULT_FILE = 'docs/performance.md';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function bench(options: RunOptions, command: string): Promise<RunResult> {
  const createService = SUBJECTS[options.service];
  if (!createService) {
    throw new Error(`--service: there is no "${options.service}", only ${Object.keys(SUBJECTS).join(', ')}`);
  }
  // In the order they came up; taken down in the opposite one, whatever happened.
  const open: (() => Promise<void>)[] = [];
  try {
    const driver = await Driver.start();
    open.push(() => driver.stop());
    // Without its driver the run fails at its next step and takes down what it has started.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void driver.stop());
    const postgres = await openPostgres(process.env['DATABASE_URL']);
    open.push(() => postgres.stop());
    const database = new ScratchDatabase(postgres.url);
    const version = await database.create();
    const machine = describeMachine(`${version} (${postgres.kind})`);
    say(machine);
    open.push(() => database.drop());
    const context = { databaseUrl: database.url, log: say };
    const start = async (label: Side['label'], subject: Subject): Promise<Side> => {
      open.push(() => subject.stop());
      return { label, subject, running: await subject.start() };
    };
    const floor = await start('floor', new FloorSubject(context));
    const service = await start('service', createService(context));
    const contest = new Contest(driver, options, [floor, service], say);
    return {
      ...(await contest.run()),
      serviceMemory: residentMemory(service.running.processId),
      serviceName: service.subject.name,
      command,
      machine,
      options,
    };
  } finally {
    for (const close of open.toReversed()) await close().catch((problem: Error) => say(problem.message));
  }
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    say(USAGE);
    return;
  }
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const options = readOptions(args);
  const result = await bench(options, command);
  say(`\n${consoleReport(result)}`);
  if (options.write) await writeSection(join(process.cwd(), RESULT_FILE), markdownReport(result));
  for (const alarm of alarms(result.measurements, result.growths)) {
    say(`ALARM ${alarm}`);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2)).catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});

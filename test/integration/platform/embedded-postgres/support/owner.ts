import { EmbeddedPostgres } from '../../../../../src/platform/database/embedded/embedded-postgres';

/** The program of owner-process.ts: starts the supervisor and reports to its parent. */
const report = (event: string, details: object = {}) => process.send?.({ event, ...details });
const supervisor = new EmbeddedPostgres({ dataDir: process.argv[2]!, log: () => undefined });
supervisor.onExit((message) => report('exit', { message }));
process.on('message', async (order) => {
  if (order === 'throw') {
    setImmediate(() => {
      throw new Error('asked for');
    });
    return;
  }
  await supervisor.stop();
  report('stopped');
});
// A group's Ctrl-C reaches this process, which takes its time; the server must not be reached.
process.on('SIGINT', () => report('interrupted'));
supervisor.start().then(
  (address) => report('ready', address),
  (error: Error) => {
    report('failed', { message: error.message });
    process.disconnect();
  },
);

import { startLedgerApp, writeEvents } from './event-ledger';

/** A worker in a separate process that also writes events, until it is killed. */
void startLedgerApp(process.argv[2]!, 'worker').then(({ sql }) => {
  process.send?.('ready');
  return writeEvents(sql, new AbortController().signal);
});

import pg from 'pg';
import { KEEP_ALIVE } from '../../../platform/database/data-source';

/** The name by which an operator sees the connections of a backup and of a restore. */
const APPLICATION_NAME = 'trestle-backup';

/** The text of values must not depend on the settings of the server or of the role, and large tables take their time. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'client_encoding=UTF8',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  // Otherwise a second reader of a large table starts in its middle.
  'synchronize_seqscans=off',
];

/** Runs work on one connection, which is closed afterwards, and by the signal also in the middle of a statement. */
export async function inSession<T>(
  url: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
  });
  // The statement in progress fails too, with the same cause.
  client.on('error', () => undefined);
  await client.connect();
  const close = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', close);
  try {
    return await work(client);
  } finally {
    signal.removeEventListener('abort', close);
    await client.end().catch(() => undefined);
  }
}

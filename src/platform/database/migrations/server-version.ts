import type { QueryRunner } from 'typeorm';
import { ConfigurationProblem } from '../../config/configuration-problem';

/** The oldest major version of PostgreSQL that has all that Trestle needs. */
export const OLDEST_SERVER_VERSION = 15;

/** On an older server, migrations would fail at a statement that it does not know. */
export async function assertSupportedVersion(runner: Pick<QueryRunner, 'query'>): Promise<void> {
  const [server] = (await runner.query(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as text`,
  )) as [{ major: number; text: string }];
  if (server.major >= OLDEST_SERVER_VERSION) return;
  throw new ConfigurationProblem(
    `DATABASE_URL: the server is PostgreSQL ${server.text}; Trestle needs PostgreSQL ${OLDEST_SERVER_VERSION} or later`,
  );
}

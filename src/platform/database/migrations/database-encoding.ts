import type { QueryRunner } from 'typeorm';
import { ConfigurationProblem } from '../../config/configuration-problem';

/** Other encodings reject most of the characters that users type, or silently store them as bytes. */
export async function assertUtf8(runner: QueryRunner): Promise<void> {
  const [database] = (await runner.query(
    `select current_database() as name, current_setting('server_encoding') as encoding`,
  )) as [{ name: string; encoding: string }];
  if (database.encoding === 'UTF8') return;
  throw new ConfigurationProblem(
    `DATABASE_URL: the database ${database.name} has the encoding ${database.encoding}; ` +
      `create one with: create database ${database.name} template template0 encoding 'UTF8'`,
  );
}

import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The pool of TypeORM's driver, so that named statements and entities share connections. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

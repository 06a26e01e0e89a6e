import type { TestApp } from './app';

/** Written at any moment after a call: when something was last used. */
const USES = ['last_used_at', 'last_active_at', 'last_seen_at'];

/** Rejections that an administrator wants to know of are written down, on purpose. */
export const TELLS_REFUSALS = ['public.audit_entries', 'public.unsealed_audit_entries'];

/** Guessed passwords and codes are counted whatever becomes of their call. */
export const COUNTS_ATTEMPTS = 'public.credential_attempts';

/**
 * What each table of an application holds, as the number of its rows and a digest of them: two of these are equal when
 * nothing was written in between. For applications that no one else calls and that have no worker.
 */
export async function contentsOf(
  { sql }: TestApp,
  except: readonly string[] = TELLS_REFUSALS,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1`,
  );
  const questions = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(text, '' order by text)), '') as contents
         from (select (to_jsonb(row) - $1::text[])::text as text from ${name} row) as texts`,
    );
  const { rows } = await sql.query<{ name: string; contents: string }>(questions.join(' union all '), [USES]);
  return Object.fromEntries(rows.map(({ name, contents }) => [name, contents]));
}

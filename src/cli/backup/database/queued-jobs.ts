import type { ClientBase } from 'pg';
import { exists } from './catalog';

/**
 * Jobs by the names and the texts that enqueue them, because the tables of the queue belong to its library and change with
 * it. A job that runs during the backup is queued again by the restore.
 */
const JOBS = `
  select task.identifier, job.payload, queue.queue_name, job.run_at, job.attempts, job.max_attempts, job.key, job.priority,
    array(select jsonb_object_keys(job.flags)) as flags, job.last_error
  from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id
  left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
  order by job.id`;

const NO_JOBS = 'select where false';

const CREATE = `
  create temporary table restored_jobs (
    number int generated always as identity, identifier text, payload json, queue_name text, run_at timestamptz,
    attempts smallint, max_attempts int, key text, priority int, flags text[], last_error text
  ) on commit drop`;

const ENQUEUE = `
  create temporary table enqueued_jobs on commit drop as
  select job.id, restored.attempts, restored.last_error
  from (select * from restored_jobs order by number) restored,
    lateral graphile_worker.add_job(
      identifier => restored.identifier, payload => restored.payload, queue_name => restored.queue_name,
      run_at => restored.run_at, max_attempts => restored.max_attempts, job_key => restored.key,
      priority => restored.priority, flags => nullif(restored.flags, '{}')) job`;

// In a statement of its own, which sees what the function has added.
const SET_ATTEMPTS = `
  update graphile_worker._private_jobs job set attempts = enqueued.attempts, last_error = enqueued.last_error
  from enqueued_jobs enqueued where job.id = enqueued.id`;

/** `copy … to stdout` of the waiting jobs. */
export async function copyJobsOut(client: ClientBase): Promise<string> {
  const hasQueue = await exists(client, 'graphile_worker._private_jobs');
  return `copy (${hasQueue ? JOBS : NO_JOBS}) to stdout`;
}

/** In a transaction: the table that `copyJobsIn` fills, and from which `enqueueJobs` reads. */
export async function prepareJobs(client: ClientBase): Promise<void> {
  await client.query(CREATE);
}

export const COPY_JOBS_IN = `copy restored_jobs (
  identifier, payload, queue_name, run_at, attempts, max_attempts, key, priority, flags, last_error) from stdin`;

export async function enqueueJobs(client: ClientBase): Promise<void> {
  await client.query(ENQUEUE);
  await client.query(SET_ATTEMPTS);
}

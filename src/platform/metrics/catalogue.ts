import { counter, gauge, histogram } from './metric-definition';

/** Procedures are many, so their buckets are few. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const REQUEST_BUCKETS = [0.01, 0.05, 0.25, 1, 5];
const BACKGROUND_BUCKETS = [0.1, 1, 10, 60, 300];
const OUTBOUND_BUCKETS = [0.05, 0.25, 1, 5, 15];

/** Every metric of Trestle. docs/monitoring.md lists them with these texts. */
export const METRICS = {
  buildInfo: gauge(
    'trestle_build_info',
    'Always 1. The release and the roles of the process.',
    'version',
    'roles',
  ),

  calls: counter(
    'trestle_procedure_calls_total',
    'Calls of procedures, each call of a batch by itself. The procedure is `unknown` for names that do not exist.',
    'procedure',
    'status',
  ),
  callDuration: histogram(
    'trestle_procedure_duration_seconds',
    'Duration of calls of procedures, from the guards to the result.',
    CALL_BUCKETS,
    'procedure',
  ),
  requests: counter(
    'trestle_http_requests_total',
    'HTTP responses by route; `/api/trpc/*` is the one of all procedures. The route is `unknown` for paths that do not exist.',
    'method',
    'route',
    'status',
  ),
  requestDuration: histogram(
    'trestle_http_request_duration_seconds',
    'Duration of HTTP requests by route, from the head of the request to the end of the response.',
    REQUEST_BUCKETS,
    'method',
    'route',
  ),
  rejectedRequests: counter(
    'trestle_requests_rejected_total',
    'Requests rejected with 503 because the process is overloaded, by the exceeded limit: `requests` in progress, `bodies` in memory, `memory`, or statements of one `organization` that wait for a connection.',
    'cause',
  ),

  socketsOpen: gauge('trestle_sockets_open', 'Open WebSockets.'),
  socketHandshakes: counter(
    'trestle_socket_handshakes_total',
    'Handshakes of WebSockets by status; 101 is success.',
    'status',
  ),
  socketMessages: counter(
    'trestle_socket_messages_total',
    'Messages of WebSockets by direction, `in` from clients or `out` to clients.',
    'direction',
  ),

  databaseUp: gauge(
    'trestle_database_up',
    'Whether the database responds to this process within two seconds: 1 or 0.',
  ),
  poolSize: gauge('trestle_database_pool_size', 'The limit of connections for requests, DATABASE_POOL_SIZE.'),
  poolConnections: gauge(
    'trestle_database_pool_connections',
    'Open connections for requests, `used` or `idle`.',
    'state',
  ),
  poolWaiting: gauge(
    'trestle_database_pool_waiting',
    'Statements and transactions that wait for a connection.',
  ),
  databaseErrors: counter(
    'trestle_database_errors_total',
    'Failed statements by cause: `timeout`, `conflict` (deadlocks and serialization failures, which are repeated), `connection`, `rule` (a constraint or a check of the data) or `other`.',
    'cause',
  ),

  replicaUp: gauge(
    'trestle_replica_up',
    'Whether reads use the read replica: 1 or 0. Only with DATABASE_READ_URL.',
  ),
  replicaLag: gauge(
    'trestle_replica_lag_seconds',
    'How old the data of the read replica is. Only while it can be measured.',
  ),
  replicaReads: counter(
    'trestle_replica_reads_total',
    'Reads that a read replica can serve, by the server that served them: `replica` or `primary`.',
    'server',
  ),

  redisUp: gauge(
    'trestle_redis_up',
    'Whether the connection to Redis is established: 1 or 0. Only with REDIS_URL.',
  ),
  cellDirectoryUp: gauge(
    'trestle_cell_directory_up',
    'Whether CELL_DIRECTORY could be read the last time: 1, or 0 while the last good directory applies. Only with CELL_DIRECTORY.',
  ),
  cacheLookups: counter(
    'trestle_cache_lookups_total',
    'Lookups in caches of this process: `hit` or `miss`.',
    'cache',
    'result',
  ),
  cacheEntries: gauge('trestle_cache_entries', 'Entries in caches of this process.', 'cache'),

  mails: counter('trestle_mails_total', 'Mails given to the mail server, `sent` or `failed`.', 'outcome'),

  workerUp: gauge('trestle_worker_up', 'Whether this process takes jobs: 1 or 0. Only with the role worker.'),
  jobs: counter(
    'trestle_job_attempts_total',
    'Ended attempts of jobs: `succeeded`, `failed` (repeated later) or `exhausted` (failed, and never repeated).',
    'task',
    'outcome',
  ),
  jobDuration: histogram(
    'trestle_job_duration_seconds',
    'Duration of attempts of jobs.',
    BACKGROUND_BUCKETS,
    'task',
  ),
  webhookAttempts: counter(
    'trestle_webhook_attempts_total',
    'Ended attempts of deliveries of webhooks: `succeeded` or `failed`.',
    'outcome',
  ),
  webhookDuration: histogram(
    'trestle_webhook_attempt_duration_seconds',
    'Duration of attempts of deliveries of webhooks.',
    OUTBOUND_BUCKETS,
  ),

  figuresUp: gauge(
    'trestle_figures_up',
    'Whether the figures of the installation could be read, by kind: 1 or 0. Those of a kind with 0 are missing.',
    'figures',
  ),
  outboxEvents: gauge('trestle_outbox_events', 'Committed events that are not in the log yet.'),
  outboxAge: gauge('trestle_outbox_oldest_seconds', 'Age of the oldest of these; 0 when there are none.'),
  subscriberEvents: gauge(
    'trestle_subscriber_events_behind',
    'Events in the log that a subscriber has not processed.',
    'subscriber',
  ),
  subscriberAge: gauge(
    'trestle_subscriber_oldest_seconds',
    'Age of the oldest of these; 0 when there are none.',
    'subscriber',
  ),
  eventBacklogs: gauge(
    'trestle_event_backlogs',
    'Pairs of a subscriber and an organization whose events failed and are repeated.',
  ),
  eventFailures: gauge(
    'trestle_event_failures',
    'Events that a subscriber permanently failed on, of the last 30 days.',
  ),
  queuedJobs: gauge(
    'trestle_queue_jobs',
    'Jobs in the queue: `due`, `scheduled` (due later), `running` or `exhausted` (failed, and never repeated).',
    'task',
    'state',
  ),
  queueAge: gauge(
    'trestle_queue_oldest_seconds',
    'For how long the oldest job has been due; 0 when none is.',
  ),
  deliveriesPending: gauge(
    'trestle_webhook_deliveries_pending',
    'Deliveries of webhooks that wait for their first or next attempt, or for another one of their item.',
  ),
  deliveriesRetrying: gauge(
    'trestle_webhook_deliveries_retrying',
    'Those of them whose last attempt failed.',
  ),
  deliveriesAge: gauge(
    'trestle_webhook_deliveries_oldest_seconds',
    'For how long the oldest delivery has been due that a worker could send; 0 when none is.',
  ),
  webhooksFailing: gauge('trestle_webhooks_failing', 'Webhooks whose last attempt failed.'),
  effectsPending: gauge(
    'trestle_automation_effects_pending',
    'Mails and requests of automations that wait for their first or next attempt.',
  ),
  effectsRetrying: gauge('trestle_automation_effects_retrying', 'Those of them whose last attempt failed.'),
  effectsAge: gauge(
    'trestle_automation_effects_oldest_seconds',
    'For how long the oldest one has been due that a worker could send; 0 when none is.',
  ),
  effectsDead: gauge(
    'trestle_automation_effects_dead',
    'Mails and requests of automations whose attempts have all failed, of the last 30 days.',
  ),
  scheduleInterval: gauge(
    'trestle_scheduled_work_interval_seconds',
    'The interval of scheduled work.',
    'work',
  ),
  scheduleSuccess: gauge(
    'trestle_scheduled_work_last_success_timestamp_seconds',
    'When scheduled work last succeeded, as Unix time. Missing until then.',
    'work',
  ),
  scheduleFailing: gauge(
    'trestle_scheduled_work_failing',
    'Whether the last run of scheduled work failed: 1 or 0.',
    'work',
  ),
} as const;

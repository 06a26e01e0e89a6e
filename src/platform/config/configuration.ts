import { AccountsConfig } from './accounts.config';
import { AppSecret, mayBeRandom } from './app-secret';
import { AuditConfig } from './audit.config';
import { CacheConfig } from './cache.config';
import { CellsConfig } from './cells.config';
import { ConfigurationProblem } from './configuration-problem';
import { DatabaseConfig } from './database.config';
import { EventsConfig } from './events.config';
import { FilesConfig } from './files.config';
import { HttpConfig } from './http.config';
import { IdentityProvidersConfig } from './identity-providers.config';
import { LimitsConfig } from './limits.config';
import { LogConfig } from './monitoring/log.config';
import { MailConfig } from './mail.config';
import { MetricsConfig } from './monitoring/metrics.config';
import { OAuthConfig } from './oauth.config';
import { OutboundConfig } from './outbound.config';
import { ProcessConfig } from './process.config';
import { type Environment, readConfig } from './read-config';
import { StorageConfig } from './storage.config';
import { TracingConfig } from './monitoring/tracing.config';

/** The whole configuration of a process, one class per concern. */
export interface Configuration {
  accounts: AccountsConfig;
  appSecret: AppSecret;
  audit: AuditConfig;
  cache: CacheConfig;
  cells: CellsConfig;
  database: DatabaseConfig;
  events: EventsConfig;
  files: FilesConfig;
  http: HttpConfig;
  identityProviders: IdentityProvidersConfig;
  limits: LimitsConfig;
  log: LogConfig;
  mail: MailConfig;
  metrics: MetricsConfig;
  oauth: OAuthConfig;
  outbound: OutboundConfig;
  process: ProcessConfig;
  storage: StorageConfig;
  tracing: TracingConfig;
}

/** The parts of the configuration that are read from variables alone. */
export const CONFIG_CLASSES = {
  accounts: AccountsConfig,
  audit: AuditConfig,
  cache: CacheConfig,
  cells: CellsConfig,
  database: DatabaseConfig,
  events: EventsConfig,
  files: FilesConfig,
  http: HttpConfig,
  identityProviders: IdentityProvidersConfig,
  limits: LimitsConfig,
  log: LogConfig,
  mail: MailConfig,
  metrics: MetricsConfig,
  oauth: OAuthConfig,
  outbound: OutboundConfig,
  process: ProcessConfig,
  storage: StorageConfig,
  tracing: TracingConfig,
} as const;

export type ConfigClasses = typeof CONFIG_CLASSES;

/** Reads every variable of the contract's section 1; throws ConfigurationProblem on the first bad one. */
export function readConfiguration(env: Environment = process.env): Configuration {
  const database = readConfig(DatabaseConfig, env);
  const processConfig = readConfig(ProcessConfig, env);
  if (database.readUrl !== undefined && database.databaseUrl === undefined)
    throw new ConfigurationProblem('DATABASE_READ_URL needs DATABASE_URL, of whose database it is a replica');
  const http = readConfig(HttpConfig, env);
  const metrics = readConfig(MetricsConfig, env);
  if (metrics.port !== undefined && metrics.port !== 0 && metrics.port === http.port)
    throw new ConfigurationProblem('METRICS_PORT must be another port than PORT');
  const tracing = readConfig(TracingConfig, env);
  // Throws for a bad value, which stops the start.
  tracing.traceExport();
  const cells = readConfig(CellsConfig, env);
  if (cells.directory !== undefined && http.singleOrganizationSlug !== undefined)
    throw new ConfigurationProblem(
      'CELL_DIRECTORY and SINGLE_ORG cannot both be set: a cell has many organizations',
    );
  return {
    accounts: readConfig(AccountsConfig, env),
    audit: readConfig(AuditConfig, env),
    cache: readConfig(CacheConfig, env),
    cells,
    database,
    events: readConfig(EventsConfig, env),
    files: readConfig(FilesConfig, env),
    http,
    identityProviders: readConfig(IdentityProvidersConfig, env),
    limits: readConfig(LimitsConfig, env),
    log: readConfig(LogConfig, env),
    mail: readConfig(MailConfig, env),
    metrics,
    oauth: readConfig(OAuthConfig, env),
    outbound: readConfig(OutboundConfig, env),
    process: processConfig,
    storage: readConfig(StorageConfig, env),
    tracing,
    // Last, because it may write a file, and a start that fails on another variable writes nothing.
    appSecret: appSecret(processConfig, database, http),
  };
}

/** What a command needs that runs no service. Creates no secret. */
export type ToolConfiguration = Pick<Configuration, 'database' | 'http' | 'log'>;

export function readToolConfiguration(env: Environment = process.env): ToolConfiguration {
  return {
    database: readConfig(DatabaseConfig, env),
    http: readConfig(HttpConfig, env),
    log: readConfig(LogConfig, env),
  };
}

function appSecret(
  { givenAppSecret, previousAppSecret }: ProcessConfig,
  database: DatabaseConfig,
  { isSecure }: HttpConfig,
): AppSecret {
  // A trial on one machine can use any secret; a service that others reach needs a random one.
  if (givenAppSecret !== undefined && isSecure && !mayBeRandom(givenAppSecret)) {
    throw new ConfigurationProblem('APP_SECRET must be random, not an example’s, where PUBLIC_URL is https');
  }
  if (givenAppSecret !== undefined) return new AppSecret(givenAppSecret, previousAppSecret);
  if (database.databaseUrl !== undefined) {
    throw new ConfigurationProblem('APP_SECRET must be set when DATABASE_URL is (at least 32 characters)');
  }
  return AppSecret.keptIn(database.dataDirectory, previousAppSecret);
}

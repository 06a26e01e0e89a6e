import { z } from 'zod';
import { AppError } from '../../../kernel/app-error';
import type { IdNoun } from '../../../kernel/ids';
import { isWebAddress, WEB_ADDRESS_MAX } from '../../../kernel/web-address';
import * as schema from '../../../rpc/schema';
import { authUpdateProfile } from '../../accounts';
import { automationsCreate, executionSchema } from '../../automations';
import { BODY_MAX, MENTIONS_MAX, REACTION_CODES } from '../../comments';
import { columnWidth, filtersSchema } from '../../columns';
import { boardsImportsGet } from '../../exchange';
import { cleanFileName } from '../../files';
import { formsUpdate, submissionSchema } from '../../forms';
import { DESCRIPTION_MAX, ITEM_NAME_MAX } from '../../items';
import { NOTIFICATION_KINDS, storedDetails } from '../../notifications';
import { organizationsUpdate } from '../../organizations';
import { type Entries, entriesProblem } from '../../preferences';
import { ssoUpdate } from '../../sso';
import { viewOptions, viewsCreate } from '../../views';
import { webhookSchema, webhooksCreate } from '../../webhooks';
import type { ArchivedRecord } from '../reading/verify-archive';
import type { ArchivedTable } from '../writing/archived-tables';
import { templateContent } from './template-shape';

/** A record has a value that no call could have written. */
export class RecordMalformed extends Error {}

/** The schemas of columns, by name. */
type Shape = Readonly<Record<string, z.ZodType>>;

const organization = organizationsUpdate.input.shape;
const profile = authUpdateProfile.input.shape;
const form = formsUpdate.input.shape;
const automation = automationsCreate.input.shape;
const webhook = webhooksCreate.input.shape;
const connection = ssoUpdate.input.shape;
const view = viewsCreate.input.shape;
const submission = submissionSchema.shape;
const productImport = boardsImportsGet.output.shape;

const name = schema.name();
const description = schema.description.nullable();
const icon = schema.icon.nullable();
const email = schema.emailAddress;

/** The archive does not contain the values of headers, which are encrypted. */
export const withoutHeaders = (actions: unknown): unknown =>
  Array.isArray(actions)
    ? actions.map((action: { config?: { headers?: object | null } } | null) => {
        const headers = action?.config?.headers;
        if (typeof headers !== 'object' || headers === null) return action;
        const emptied = Object.fromEntries(Object.keys(headers).map((header) => [header, '']));
        return { ...action, config: { ...action!.config, headers: emptied } };
      })
    : actions;

/** The service removes spaces around it when it calls it. */
const webhookUrl = z
  .string()
  .max(WEB_ADDRESS_MAX)
  .refine((text) => isWebAddress(text.trim()), 'Must be an http or https URL');

export const mediaType = z.string().regex(/^[\w.+-]{1,127}\/[\w.+-]{1,127}$/, 'Must be a media type');

const preferences = z.record(z.string(), z.json()).superRefine((entries, context) => {
  const problem = entriesProblem(entries as Entries);
  if (problem !== null) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
});

const notificationKind = z.enum(NOTIFICATION_KINDS);
const count = z.int().nonnegative();
/** Numbers that calls increase: the last ones of their types leave none to come. */
const counter = z
  .int()
  .min(-1)
  .max(2 ** 48);
const smallCounter = z
  .int()
  .nonnegative()
  .max(2 ** 30);
const position = z.int().nonnegative().max(1_000_000);
/** Far more than a plan allows. */
const fileSize = count.max(2 ** 40);

/**
 * What a browser shows or opens, what decides for the whole installation, and what code runs on later: checked with the schemas of the
 * calls that write it. Values of items and settings of columns are checked by their types.
 */
const SHAPES: Partial<Readonly<Record<ArchivedTable, Shape>>> = {
  organizations: {
    name,
    logo: schema.webAddress.nullable(),
    // Sweeps of all organizations compute days in it.
    timezone: organization.timezone,
    date_format: organization.dateFormat,
    week_start: organization.weekStart,
    language: organization.language,
    outbound_hosts: organization.outboundHosts,
  },
  // Of a service account: empty.
  users: { email: email.or(z.literal('')), name, avatar: profile.avatar },
  invitations: { email },
  workspaces: { name, description, icon, color: schema.hexColor },
  people_groups: { name, description },
  projects: { name, description, icon },
  boards: { name, structure_version: counter, position: position.nullable() },
  groups: { name, color: schema.hexColor, position },
  // Their settings are checked by their types.
  columns: { name, width: columnWidth, position },
  column_counters: { last_number: counter },
  items: {
    name: schema.name(ITEM_NAME_MAX),
    // Sanitized text can be longer than its input.
    description: z
      .string()
      .max(DESCRIPTION_MAX * 2)
      .nullable(),
  },
  comments: {
    body: z.string().max(BODY_MAX * 2),
    mentions: z.array(schema.id('user')).max(MENTIONS_MAX),
    reply_count: smallCounter,
    attachment_count: smallCounter,
  },
  comment_reactions: { emoji: z.enum(REACTION_CODES) },
  files: {
    // One line, no path.
    name: z.string().transform(cleanFileName),
    type: mediaType,
    size_bytes: fileSize,
  },
  forms: {
    name: form.name,
    description: schema.description,
    status: form.status,
    schema: form.schema,
    mappings: form.mappings,
    settings: form.settings,
    version: smallCounter,
  },
  form_submissions: { data: submission.data, omitted: submission.omitted, status: submission.status },
  views: {
    name,
    layout: view.layout.nonoptional(),
    filters: filtersSchema,
    sort_by: view.sortBy,
    sort_dir: view.sortDir.nonoptional(),
    group_by: view.groupBy,
    hidden_columns: view.hiddenColumns.nonoptional(),
    options: viewOptions,
    position: position.nullable(),
  },
  templates: { name, content: templateContent },
  automations: {
    name,
    conditions: filtersSchema,
    actions: z.preprocess(withoutHeaders, automation.actions),
    execution_count: smallCounter,
  },
  automation_executions: { triggered_by: executionSchema.shape.triggeredBy },
  // Every request is checked for its address again.
  webhooks: {
    name,
    url: webhookUrl,
    events: webhook.events,
    disabled_reason: webhookSchema.shape.disabledReason,
  },
  notifications: { kind: notificationKind, details: storedDetails },
  notification_preferences: { kind: notificationKind },
  user_preferences: { entries: preferences },
  imports: { problems: productImport.problems, unresolved: productImport.unresolved },
  scim_groups: { display_name: z.string().max(1_000) },
  sso_connections: {
    sso_url: connection.ssoUrl.nullable(),
    slo_url: connection.sloUrl,
    slo_response_url: connection.sloUrl,
    issuer: connection.issuer.nullable(),
    certificates: z.union([z.tuple([]), connection.certificates]),
    scopes: connection.scopes,
    group_roles: connection.groupRoles,
    domains: connection.domains,
  },
};

/** Their schemas change a value into what this release stores. Other values are only checked: the stored form is another one. */
const TAKEN_FROM_SCHEMA: ReadonlySet<string> = new Set([
  'files.name',
  'forms.mappings',
  'forms.schema',
  'forms.settings',
  'templates.content',
]);

const MOMENT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)$/;
const NAMED_AS_MOMENT = /_(?:at|since|until)$/;

/** What the schema of a call checks together, by the path of the first column. */
const TOGETHER: Partial<Readonly<Record<ArchivedTable, Readonly<Record<string, z.ZodType>>>>> = {
  automations: {
    trigger: z.preprocess((record) => {
      const { trigger_type: type, trigger_config: config } = record as ArchivedRecord;
      return { type, config };
    }, automation.trigger),
  },
};

/** The nouns of ids, by the names of columns. Foreign keys check most of them, too. */
const ID_COLUMNS: Readonly<Record<string, IdNoun>> = {
  actor_id: 'user',
  added_by: 'user',
  author_id: 'user',
  automation_id: 'automation',
  board_id: 'board',
  column_id: 'column',
  comment_id: 'comment',
  created_by: 'user',
  file_id: 'file',
  form_id: 'form',
  invited_by: 'user',
  personal_of: 'user',
  project_id: 'project',
  submission_id: 'submission',
  submitted_by: 'user',
  successor_id: 'user',
  trashed_by: 'user',
  uploaded_by: 'user',
  user_id: 'user',
  workspace_id: 'workspace',
};
const ID_SCHEMAS = new Map(
  Object.entries(ID_COLUMNS).map(([column, noun]) => [column, schema.id(noun).nullable()]),
);

/** Returns the columns that get another value. Throws RecordMalformed. */
export function shapedRecord(table: ArchivedTable, record: ArchivedRecord): Record<string, unknown> {
  for (const column in record)
    if (NAMED_AS_MOMENT.test(column) && !isMoment(record[column]))
      throw new RecordMalformed(`${column}: Must be a time`);
  for (const column in record) {
    const id = ID_SCHEMAS.get(column);
    if (id !== undefined) read(id, record[column], column);
  }
  for (const [column, shape] of Object.entries(TOGETHER[table] ?? {})) read(shape, record, column);
  const changes: Record<string, unknown> = {};
  for (const [column, shape] of Object.entries(SHAPES[table] ?? {})) {
    // An archive of an earlier release does not have all columns.
    if (!(column in record)) continue;
    const value = read(shape, record[column], column);
    if (TAKEN_FROM_SCHEMA.has(`${table}.${column}`)) changes[column] = value;
  }
  return changes;
}

function read(shape: z.ZodType, value: unknown, path: string): unknown {
  const result = parsed(shape, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new RecordMalformed(`${[path, ...issue!.path].join('.')}: ${issue!.message}`);
}

function parsed(shape: z.ZodType, value: unknown) {
  try {
    return shape.safeParse(value);
  } catch (error) {
    // A schema that leaves some of the check to a type.
    if (error instanceof AppError || error instanceof TypeError) throw new RecordMalformed(error.message);
    throw error;
  }
}

/** PostgreSQL also knows infinity and years that JavaScript does not. */
function isMoment(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)))
  );
}

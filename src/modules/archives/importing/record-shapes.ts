import { z } from 'zod';
import { AppError } from '../../../kernel/app-error';
import * as schema from '../../../rpc/schema';
import { authUpdateProfile } from '../../accounts';
import { automationsCreate } from '../../automations';
import { BODY_MAX } from '../../comments';
import { filtersSchema } from '../../columns';
import { cleanFileName } from '../../files';
import { formsUpdate } from '../../forms';
import { DESCRIPTION_MAX, ITEM_NAME_MAX } from '../../items';
import { organizationsUpdate } from '../../organizations';
import { ssoUpdate } from '../../sso';
import { viewOptions } from '../../views';
import { webhooksCreate } from '../../webhooks';
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

const name = schema.name();
const description = schema.description.nullable();
const icon = schema.icon.nullable();
const email = schema.emailAddress;

/** The archive does not contain the values of headers, which are encrypted. */
const withoutHeaders = (actions: unknown): unknown =>
  Array.isArray(actions)
    ? actions.map((action: { config?: { headers?: object | null } } | null) => {
        const headers = action?.config?.headers;
        if (typeof headers !== 'object' || headers === null) return action;
        const emptied = Object.fromEntries(Object.keys(headers).map((header) => [header, '']));
        return { ...action, config: { ...action!.config, headers: emptied } };
      })
    : actions;

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
  boards: { name },
  groups: { name, color: schema.hexColor },
  items: {
    name: schema.name(ITEM_NAME_MAX),
    // Sanitized text can be longer than its input.
    description: z
      .string()
      .max(DESCRIPTION_MAX * 2)
      .nullable(),
  },
  comments: { body: z.string().max(BODY_MAX * 2) },
  files: {
    // One line, no path.
    name: z.string().transform(cleanFileName),
    type: z.string().regex(/^[\w.+-]{1,127}\/[\w.+-]{1,127}$/, 'Must be a media type'),
    size_bytes: z.int().nonnegative(),
  },
  forms: {
    name: form.name,
    description: schema.description,
    status: form.status,
    schema: form.schema,
    mappings: form.mappings,
    settings: form.settings,
  },
  views: {
    name,
    filters: filtersSchema,
    options: viewOptions,
  },
  templates: { name, content: templateContent },
  automations: {
    name,
    conditions: filtersSchema,
    actions: z.preprocess(withoutHeaders, automation.actions),
  },
  webhooks: { name, url: webhook.url, events: webhook.events },
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

/** Returns the columns that get another value. Throws RecordMalformed. */
export function shapedRecord(table: ArchivedTable, record: ArchivedRecord): Record<string, unknown> {
  for (const column in record)
    if (NAMED_AS_MOMENT.test(column) && !isMoment(record[column]))
      throw new RecordMalformed(`${column}: Must be a time`);
  const changes: Record<string, unknown> = {};
  for (const [column, shape] of Object.entries(SHAPES[table] ?? {})) {
    // An archive of an earlier release does not have all columns.
    if (!(column in record)) continue;
    const read = parsed(shape, record[column]);
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new RecordMalformed(`${[column, ...issue!.path].join('.')}: ${issue!.message}`);
    }
    if (TAKEN_FROM_SCHEMA.has(`${table}.${column}`)) changes[column] = read.data;
  }
  return changes;
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

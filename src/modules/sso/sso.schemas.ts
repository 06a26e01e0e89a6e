import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { readCertificate } from './connections/certificate';
import { CONNECTION_TYPES, DEFAULT_ROLES, GROUP_ROLES } from './connections/connection';
import { domainName } from './domains/domain-name';
import { MAX_CERTIFICATES } from './connections/idp-metadata';

export const MAX_DOMAINS = 100;
const MAX_GROUPS = 500;
const MAX_SCOPES = 20;

const text = (max: number) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters`)
    .refine((given) => given.trim() !== '', 'Must not be empty');

const domain = z.string().transform((given, context) => {
  const name = domainName(given);
  if (name === null) context.addIssue({ code: 'custom', message: 'Must be a domain such as example.com' });
  return name ?? '';
});

const certificate = z.string().transform((given, context) => {
  const read = readCertificate(given);
  if ('pem' in read) return read.pem;
  context.addIssue({ code: 'custom', message: read.problem });
  return '';
});

/** RFC 6749 §3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/;

const scopes = z
  .array(z.string().regex(SCOPE, 'Must be one scope: printable ASCII without spaces, quotes and backslashes'))
  .max(MAX_SCOPES, `Must be at most ${MAX_SCOPES}`)
  .refine((given) => new Set(given).size === given.length, 'Must not repeat a scope');

const attributeName = text(255);

const groupRoles = z
  .record(text(255), z.enum(GROUP_ROLES))
  .refine((roles) => Object.keys(roles).length <= MAX_GROUPS, `Must be at most ${MAX_GROUPS} groups`);

export const connection = z.object({
  type: z.enum(CONNECTION_TYPES).nullable(),
  entityId: z.string().nullable(),
  ssoUrl: z.string().nullable(),
  certificates: z.array(z.string()),
  certificateDetails: z.array(z.object({ fingerprint: z.string(), expiresAt: schema.timestamp })),
  sloUrl: z.string().nullable(),
  signRequests: z.boolean(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  scopes: z.array(z.string()),
  attributeMapping: z.object({ email: z.string(), name: z.string(), groups: z.string().nullable() }),
  defaultRole: z.enum(DEFAULT_ROLES),
  groupRoles: z.record(z.string(), z.enum(GROUP_ROLES)),
  domains: z.array(z.string()),
  enforced: z.boolean(),
  testedAt: schema.timestamp.nullable(),
  updatedAt: schema.timestamp.nullable(),
  serviceProvider: z.object({
    entityId: z.string(),
    metadataUrl: z.string(),
    acsUrl: z.string(),
    loginUrl: z.string(),
    logoutUrl: z.string(),
    redirectUri: z.string(),
  }),
});

export const ssoGet = { output: connection };

export const ssoUpdate = {
  input: z
    .strictObject({
      type: z.enum(CONNECTION_TYPES).optional(),
      metadata: text(1_000_000).optional(),
      entityId: text(1024).optional(),
      ssoUrl: schema.webAddress.optional(),
      certificates: z
        .array(certificate)
        .min(1, 'Must contain a certificate')
        .max(MAX_CERTIFICATES, `Must be at most ${MAX_CERTIFICATES}`)
        .optional(),
      sloUrl: schema.webAddress.nullable().optional(),
      signRequests: z.boolean().optional(),
      issuer: schema.webAddress.optional(),
      clientId: text(500).optional(),
      clientSecret: text(2_000).optional(),
      scopes: scopes.optional(),
      attributeMapping: z
        .strictObject({
          email: attributeName.optional(),
          name: attributeName.optional(),
          groups: attributeName.nullable().optional(),
        })
        .optional(),
      defaultRole: z.enum(DEFAULT_ROLES).optional(),
      groupRoles: groupRoles.optional(),
      domains: z.array(domain).max(MAX_DOMAINS, `Must be at most ${MAX_DOMAINS}`).optional(),
      enforced: z.boolean().optional(),
      expectedUpdatedAt: schema.expectedUpdatedAt,
    })
    .superRefine((input, context) => {
      for (const field of ['entityId', 'ssoUrl', 'certificates', 'sloUrl'] as const) {
        if (input.metadata !== undefined && input[field] !== undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'Already given by the metadata' });
      }
    }),
  output: connection,
};

export const ssoTest = {
  output: z.object({ url: z.string(), expiresAt: schema.timestamp }),
};

export const ssoDelete = {
  input: z.strictObject({ expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

export const domainRecord = z.object({
  id: schema.id('domain'),
  domain: z.string(),
  record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
  verifiedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});

export const domainsList = {
  input: z.strictObject(schema.page('domain')),
  output: z.object({ domains: z.array(domainRecord), nextCursor: schema.nextCursor }),
};

export const domainsAdd = { input: z.strictObject({ domain }), output: domainRecord };
export const domainsVerify = { input: z.strictObject({ id: schema.id('domain') }), output: domainRecord };
export const domainsRemove = {
  input: z.strictObject({ id: schema.id('domain') }),
  output: schema.success,
};

export type ConnectionOutput = z.output<typeof connection>;
export type DomainOutput = z.output<typeof domainRecord>;
export type SsoUpdateInput = z.output<typeof ssoUpdate.input>;

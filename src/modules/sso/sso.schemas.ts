import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { readCertificate } from './certificate';
import { CONNECTION_TYPES, DEFAULT_ROLES, GROUP_ROLES } from './connection';
import { domainName } from './domain-name';
import { isWebAddress, MAX_CERTIFICATES } from './idp-metadata';

export const MAX_DOMAINS = 100;
const MAX_GROUPS = 500;

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

const webAddress = z.string().refine(isWebAddress, 'Must be an http or https URL');

const attributeName = text(255);

const groupRoles = z
  .record(text(255), z.enum(GROUP_ROLES))
  .refine((roles) => Object.keys(roles).length <= MAX_GROUPS, `Must be at most ${MAX_GROUPS} groups`);

const connection = z.object({
  type: z.enum(CONNECTION_TYPES).nullable(),
  entityId: z.string().nullable(),
  ssoUrl: z.string().nullable(),
  certificates: z.array(z.string()),
  certificateDetails: z.array(z.object({ fingerprint: z.string(), expiresAt: schema.timestamp })),
  sloUrl: z.string().nullable(),
  signRequests: z.boolean(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
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
      ssoUrl: webAddress.optional(),
      certificates: z
        .array(certificate)
        .min(1, 'Must hold a certificate')
        .max(MAX_CERTIFICATES, `Must be at most ${MAX_CERTIFICATES}`)
        .optional(),
      sloUrl: webAddress.nullable().optional(),
      signRequests: z.boolean().optional(),
      issuer: webAddress.optional(),
      clientId: text(500).optional(),
      clientSecret: text(2_000).optional(),
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
          context.addIssue({ code: 'custom', path: [field], message: 'The metadata says it already' });
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

const domainRecord = z.object({
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

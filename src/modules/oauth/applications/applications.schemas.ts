import { z } from 'zod';
import { SCOPES } from '../../../access/scope';
import * as schema from '../../../rpc/schema';
import { redirectUriProblem } from './redirect-uri';

const REDIRECT_URIS_MAX = 20;

const scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'Must name at least one scope')
  .max(SCOPES.length, 'Must not repeat a scope')
  .refine((given) => new Set(given).size === given.length, 'Must not repeat a scope');

/** The service validates each URI, because the rules depend on whether the application is public. */
const redirectUris = z
  .array(z.string())
  .min(1, 'Must name at least one address')
  .max(REDIRECT_URIS_MAX, `Must name at most ${REDIRECT_URIS_MAX} addresses`)
  .refine((given) => new Set(given).size === given.length, 'Must not repeat an address');

export const application = z.object({
  id: schema.id('application'),
  name: z.string(),
  clientId: z.string(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.enum(SCOPES)),
  public: z.boolean(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type ApplicationOutput = z.output<typeof application>;

const applicationWithSecret = application.extend({ clientSecret: schema.secret.nullable() });

export const appsList = {
  input: z.strictObject(schema.page('application')),
  output: z.object({ apps: z.array(application), nextCursor: schema.nextCursor }),
};

export const appsGet = {
  input: z.strictObject({ id: schema.id('application') }),
  output: application,
};

export const appsCreate = {
  input: z
    .strictObject({
      name: schema.name(),
      redirectUris,
      scopes,
      public: z.boolean().default(false),
    })
    .superRefine((input, check) => {
      for (const [at, uri] of input.redirectUris.entries()) {
        const message = redirectUriProblem(uri, input.public);
        if (message !== null) check.addIssue({ code: 'custom', path: ['redirectUris', at], message });
      }
    }),
  output: applicationWithSecret,
};
export type AppsCreateInput = z.output<typeof appsCreate.input>;

export const appsUpdate = {
  input: z.strictObject({
    id: schema.id('application'),
    name: schema.name().optional(),
    redirectUris: redirectUris.optional(),
    scopes: scopes.optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: application,
};
export type AppsUpdateInput = z.output<typeof appsUpdate.input>;

export const appsDelete = {
  input: z.strictObject({ id: schema.id('application') }),
  output: schema.success,
};

export const appsRotateSecret = {
  input: z.strictObject({ id: schema.id('application') }),
  output: applicationWithSecret,
};

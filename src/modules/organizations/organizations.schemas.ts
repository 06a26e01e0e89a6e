import { z } from 'zod';
import { PLANS } from '../../platform/config/limits.config';
import * as schema from '../../rpc/schema';
import { slugProblem } from './organization-slug';
import * as settings from './organization-settings';
import { outboundHosts } from './outbound/outbound-hosts';

export const organization = z.object({
  id: schema.id('organization'),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  timezone: z.string(),
  dateFormat: z.string(),
  weekStart: z.enum(settings.WEEK_DAYS),
  language: z.string(),
  plan: z.enum(PLANS),
  requireTwoFactor: z.boolean(),
  twoFactorRequiredFrom: schema.timestamp.nullable(),
  outboundHosts: z.array(z.string()).nullable(),
  maxTokenLifetimeDays: z.int().nullable(),
  tokenLifetimeCoversExisting: z.boolean(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const slug = z.string().superRefine((text, context) => {
  const problem = slugProblem(text);
  if (problem !== null) context.addIssue(problem);
});

export const organizationsGet = { output: organization };

export const organizationsCreate = {
  input: z.strictObject({
    name: schema.name(),
    slug: slug.optional(),
    timezone: settings.timezone.default(settings.DEFAULT_SETTINGS.timezone),
    dateFormat: settings.dateFormat.default(settings.DEFAULT_SETTINGS.dateFormat),
    weekStart: settings.weekStart.default(settings.DEFAULT_SETTINGS.weekStart),
    language: settings.language.default(settings.DEFAULT_SETTINGS.language),
  }),
  output: organization,
};

export const organizationsUpdate = {
  input: z
    .strictObject({
      name: schema.name().optional(),
      timezone: settings.timezone.optional(),
      dateFormat: settings.dateFormat.optional(),
      weekStart: settings.weekStart.optional(),
      language: settings.language.optional(),
      requireTwoFactor: z.boolean().optional(),
      graceDays: settings.graceDays.optional(),
      outboundHosts: outboundHosts.nullable().optional(),
      maxTokenLifetimeDays: settings.maxTokenLifetimeDays.nullable().optional(),
      tokenLifetimeCoversExisting: z.boolean().optional(),
      expectedUpdatedAt: schema.expectedUpdatedAt,
    })
    .refine(({ graceDays, requireTwoFactor }) => graceDays === undefined || requireTwoFactor === true, {
      path: ['graceDays'],
      message: 'Is allowed only together with `requireTwoFactor: true`',
    }),
  output: organization.pick({
    id: true,
    name: true,
    slug: true,
    timezone: true,
    dateFormat: true,
    weekStart: true,
    language: true,
    updatedAt: true,
  }),
};

export const organizationsDelete = {
  input: z.strictObject({
    slug: z.string().max(63, 'Not a slug'),
    ...schema.userEvidence,
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: schema.success,
};

export type OrganizationsDeleteInput = z.output<typeof organizationsDelete.input>;
export type OrganizationOutput = z.output<typeof organization>;
export type OrganizationsCreateInput = z.output<typeof organizationsCreate.input>;
export type OrganizationsUpdateInput = z.output<typeof organizationsUpdate.input>;

import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../access/role';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';
import {
  COMMON_PASSWORD,
  hasPasswordLength,
  isCommonPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './password/new-password';
import { typedPassword } from './password/current-password';

export const authMe = {
  output: z.object({
    ...userReference.shape,
    email: z.string(),
    updatedAt: schema.timestamp,
    memberships: z.array(
      z.object({
        organizationId: schema.id('organization'),
        organizationSlug: z.string(),
        role: z.enum(ORGANIZATION_ROLES),
      }),
    ),
  }),
};

export const authUpdateProfile = {
  input: z.strictObject({
    name: schema.name().optional(),
    avatar: schema.webAddress.nullable().optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: authMe.output.omit({ memberships: true }),
};

export const authChangePassword = {
  input: z.strictObject({
    currentPassword: typedPassword,
    newPassword: z
      .string()
      .refine(hasPasswordLength, `Must be ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
      .refine((text) => !isCommonPassword(text), COMMON_PASSWORD),
  }),
  output: schema.success,
};

export const authChangeEmail = {
  input: z.strictObject({
    email: schema.emailAddress,
    password: typedPassword.optional(),
  }),
  output: schema.success,
};

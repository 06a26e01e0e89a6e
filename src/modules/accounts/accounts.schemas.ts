import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../access/role';
import * as schema from '../../rpc/schema';

export const authMe = {
  output: z.object({
    id: schema.id('user'),
    email: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    memberships: z.array(
      z.object({
        organizationId: schema.id('organization'),
        organizationSlug: z.string(),
        role: z.enum(ORGANIZATION_ROLES),
      }),
    ),
  }),
};

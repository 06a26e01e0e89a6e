import type { z } from 'zod';
import type { OrganizationOutput, organizationsUpdate } from './organizations.schemas';

/** The answer of organizations.update: what can be changed, and what tells which organization it is. */
export function presentSettings(
  organization: OrganizationOutput,
): z.output<typeof organizationsUpdate.output> {
  const { id, name, slug, timezone, dateFormat, weekStart, language, updatedAt } = organization;
  return { id, name, slug, timezone, dateFormat, weekStart, language, updatedAt };
}

import type { z } from 'zod';
import type { OrganizationOutput, organizationsUpdate } from './organizations.schemas';

/** The response of organizations.update: the settings, and the fields that identify the organization. */
export function presentSettings(
  organization: OrganizationOutput,
): z.output<typeof organizationsUpdate.output> {
  const { id, name, slug, timezone, dateFormat, weekStart, language, updatedAt } = organization;
  return { id, name, slug, timezone, dateFormat, weekStart, language, updatedAt };
}

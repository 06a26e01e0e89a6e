import { entityTag } from '../resources/entity-tag';
import { SCHEMAS } from '../resources/schema-names';
import type { UserRecord } from './user-record';

/** A member as a SCIM user; attributes without a value are omitted. */
export function presentUser(user: UserRecord, endpoint: string) {
  const { id, externalId, displayName, formattedName, givenName, familyName, accountName, email } = user;
  return {
    schemas: [SCHEMAS.user],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: user.userName ?? email,
    name: {
      formatted: formattedName ?? displayName ?? accountName,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    displayName: displayName ?? accountName,
    active: user.isActive,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: user.groups.map(({ value, display }) => ({
      value,
      display,
      type: 'direct',
      $ref: `${endpoint}/Groups/${value}`,
    })),
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${endpoint}/Users/${id}`,
      version: entityTag(user),
    },
  };
}

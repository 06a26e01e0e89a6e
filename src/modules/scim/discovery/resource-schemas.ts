import { SCHEMAS } from '../resources/schema-names';

interface AttributeOptions {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  referenceTypes?: string[];
  subAttributes?: object[];
}

/** An attribute in the format of RFC 7643, section 7. */
function attribute(name: string, description: string, options: AttributeOptions = {}): object {
  const { type = 'string', multiValued = false, required = false, caseExact = false } = options;
  const { mutability = 'readWrite', uniqueness = 'none', referenceTypes, subAttributes } = options;
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...(type === 'complex' || type === 'boolean' ? {} : { caseExact, uniqueness }),
    mutability,
    returned: 'default',
    ...(referenceTypes === undefined ? {} : { referenceTypes }),
    ...(subAttributes === undefined ? {} : { subAttributes }),
  };
}

const reference = (to: string) =>
  attribute('$ref', 'Where it is found.', {
    type: 'reference',
    caseExact: true,
    mutability: 'readOnly',
    referenceTypes: [to],
  });

const externalId = attribute('externalId', 'The identifier in the directory.', { caseExact: true });

/** The attributes of users and groups that this service stores. Other attributes are accepted and ignored. */
export const RESOURCE_SCHEMAS = [
  {
    id: SCHEMAS.user,
    name: 'User',
    description: 'A member of the organization',
    attributes: [
      attribute('userName', 'The unique name of the user in the directory.', {
        required: true,
        uniqueness: 'server',
      }),
      externalId,
      attribute('name', 'The parts of the name.', {
        type: 'complex',
        subAttributes: [
          attribute('formatted', 'The whole name.'),
          attribute('givenName', 'The given name.'),
          attribute('familyName', 'The family name.'),
        ],
      }),
      attribute('displayName', 'The name as others see it.'),
      attribute('emails', 'The address; there is one.', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The address.'),
          attribute('type', 'Always work.'),
          attribute('primary', 'Always true.', { type: 'boolean' }),
        ],
      }),
      attribute('active', 'Whether the user may enter the organization.', { type: 'boolean' }),
      attribute('groups', 'The groups that the user is in.', {
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [
          attribute('value', 'The id of the group.', { caseExact: true, mutability: 'readOnly' }),
          attribute('display', 'The name of the group.', { mutability: 'readOnly' }),
          attribute('type', 'Always direct.', { mutability: 'readOnly' }),
          reference('Group'),
        ],
      }),
    ],
  },
  {
    id: SCHEMAS.group,
    name: 'Group',
    description: 'A group of members; it gives a role where single sign-on maps its name to one',
    attributes: [
      attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
      externalId,
      attribute('members', 'Who is in it.', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The id of the user.', { caseExact: true, mutability: 'immutable' }),
          attribute('display', 'The name of the user.', { mutability: 'readOnly' }),
          attribute('type', 'Always User.', { mutability: 'immutable' }),
          reference('User'),
        ],
      }),
    ],
  },
] as const;

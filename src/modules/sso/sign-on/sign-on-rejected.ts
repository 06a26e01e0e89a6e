import { AppError } from '../../../kernel/app-error';
import type { ErrorCode } from '../../../kernel/error-code';
import type { Json } from '../../../kernel/json';

interface Meaning {
  code: ErrorCode;
  /** Shown to the user: contains nothing that helps to forge a response. */
  message: string;
}

const broken = (message: string): Meaning => ({ code: 'BAD_REQUEST', message });
const unproven = (message: string): Meaning => ({ code: 'UNAUTHORIZED', message });
const shutOut = (message: string): Meaning => ({ code: 'FORBIDDEN', message });

const UNREADABLE = broken('The response of the identity provider cannot be read');
const FORBIDDEN_SHAPE = broken('The response of the identity provider has an unsupported structure');
const NOT_SIGNED = unproven('The response of the identity provider has no valid signature');
const ELSEWHERE = unproven('The response of the identity provider is addressed to another recipient');
const OUT_OF_TIME = unproven(
  'The response of the identity provider is not valid at this time; sign in again',
);
const OTHER_FLOW = unproven('This sign-in was not started in this browser or has expired; sign in again');

/** Reasons for rejected sign-ins: a code for administrators (docs/sso.md) and a sentence for the user. */
const MEANINGS = {
  too_large: UNREADABLE,
  malformed: UNREADABLE,
  not_base64: UNREADABLE,
  not_xml: UNREADABLE,
  xml_not_allowed: FORBIDDEN_SHAPE,
  unexpected_structure: FORBIDDEN_SHAPE,
  several_assertions: FORBIDDEN_SHAPE,
  assertion_missing: FORBIDDEN_SHAPE,
  encrypted_part: FORBIDDEN_SHAPE,
  encryption_structure: FORBIDDEN_SHAPE,
  encryption_algorithm: FORBIDDEN_SHAPE,
  decryption_failed: UNREADABLE,
  duplicate_id: FORBIDDEN_SHAPE,
  status_not_success: unproven('The identity provider did not sign you in'),
  assertion_unsigned: NOT_SIGNED,
  message_unsigned: NOT_SIGNED,
  signature_structure: NOT_SIGNED,
  weak_algorithm: NOT_SIGNED,
  signature_invalid: NOT_SIGNED,
  issuer_mismatch: ELSEWHERE,
  audience_mismatch: ELSEWHERE,
  recipient_mismatch: ELSEWHERE,
  destination_mismatch: ELSEWHERE,
  subject_missing: FORBIDDEN_SHAPE,
  subject_not_confirmed: FORBIDDEN_SHAPE,
  subject_transient: FORBIDDEN_SHAPE,
  conditions_missing: FORBIDDEN_SHAPE,
  expired: OUT_OF_TIME,
  not_yet_valid: OUT_OF_TIME,
  unsolicited: OTHER_FLOW,
  request_mismatch: OTHER_FLOW,
  request_unknown: OTHER_FLOW,
  other_browser: OTHER_FLOW,
  assertion_replayed: OTHER_FLOW,
  message_replayed: OTHER_FLOW,
  settings_changed: OTHER_FLOW,
  logout_incomplete: broken(
    'You are signed out here, but the identity provider did not sign you out everywhere',
  ),
  relay_state_invalid: broken('The return address after signing in is not part of this service'),
  email_missing: shutOut('The identity provider did not send your e-mail address'),
  groups_missing: shutOut('The identity provider did not send your groups; ask your administrator'),
  email_not_verified: shutOut('The identity provider has not verified your e-mail address'),
  domain_not_allowed: shutOut('Your e-mail domain is not allowed to sign in to this organization'),
  domain_of_another_organization: shutOut('Your e-mail address belongs to another organization'),
  account_exists: shutOut(
    'The account with your e-mail address is not a member of this organization; ask for an invitation',
  ),
  identity_differs: shutOut('Your account is linked to another identity at your identity provider'),
  owner_not_linked: shutOut(
    'The owner signs in with a password until the owner has run the single sign-on test',
  ),
  member_deactivated: shutOut('Your membership in this organization is deactivated'),
  not_configured: { code: 'NOT_FOUND', message: 'This organization has no single sign-on of this kind' },
  plan: shutOut('Single sign-on requires the Business or Enterprise plan'),
} satisfies Record<string, Meaning>;

export type SignOnReason = keyof typeof MEANINGS;

/** All reasons, for the test of the documentation. */
export const SIGN_ON_REASONS = Object.keys(MEANINGS) as SignOnReason[];

/** A rejected sign-in. `details` are only written to the audit log. */
export class SignOnRejected extends AppError {
  constructor(
    readonly why: SignOnReason,
    readonly details: { readonly [key: string]: Json } = {},
  ) {
    super(MEANINGS[why].code, MEANINGS[why].message, { reason: why });
  }
}

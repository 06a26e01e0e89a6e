import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';
import type { Json } from '../../kernel/json';

interface Meaning {
  code: ErrorCode;
  /** For the person in front of the browser: nothing that helps to forge a better answer. */
  message: string;
}

const broken = (message: string): Meaning => ({ code: 'BAD_REQUEST', message });
const unproven = (message: string): Meaning => ({ code: 'UNAUTHORIZED', message });
const shutOut = (message: string): Meaning => ({ code: 'FORBIDDEN', message });

const UNREADABLE = broken('The answer of the identity provider cannot be read');
const FORBIDDEN_SHAPE = broken('The answer of the identity provider has a form that is not accepted');
const NOT_SIGNED = unproven('The answer of the identity provider is not signed as it must be');
const ELSEWHERE = unproven('The answer of the identity provider is meant for somebody else');
const OUT_OF_TIME = unproven('The answer of the identity provider is not valid at this time; sign in again');
const OTHER_FLOW = unproven('This sign-in was not begun in this browser, or is over; sign in again');

/** Why a sign-on was refused: a code for administrators (docs/sso.md), a sentence for the person. */
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
  relay_state_invalid: broken('The way back after signing in is not one of this service'),
  email_missing: shutOut('The identity provider did not tell an e-mail address of yours'),
  email_not_verified: shutOut('The identity provider has not verified your e-mail address'),
  domain_not_allowed: shutOut('Your e-mail address is not of a domain that this organization lets in'),
  domain_of_another_organization: shutOut('Your e-mail address belongs to another organization'),
  account_exists: shutOut(
    'Your e-mail address has an account that is no member of this organization; ask for an invitation',
  ),
  identity_differs: shutOut('Your account is tied to another identity at your identity provider'),
  owner_not_linked: shutOut('The owner signs in by password until they have run the test of single sign-on'),
  member_deactivated: shutOut('Your membership of this organization is deactivated'),
  not_configured: { code: 'NOT_FOUND', message: 'This organization has no single sign-on of this kind' },
  plan: shutOut('Single sign-on is part of the Business and Enterprise plans'),
} satisfies Record<string, Meaning>;

export type SignOnReason = keyof typeof MEANINGS;

/** Every reason, for the documentation's test. */
export const SIGN_ON_REASONS = Object.keys(MEANINGS) as SignOnReason[];

/** A sign-on that does not happen. `details` are for the audit log alone. */
export class SignOnRefused extends AppError {
  constructor(
    readonly why: SignOnReason,
    readonly details: { readonly [key: string]: Json } = {},
  ) {
    super(MEANINGS[why].code, MEANINGS[why].message, { reason: why });
  }
}

import type { AppError } from '../../../kernel/app-error';
import { httpStatusOf } from '../../../http/errors/error-shape';
import type { Field } from '../../../http/pages/field';
import { form } from '../../../http/pages/form';
import { Html, html } from '../../../http/pages/html';
import type { ShownPage } from '../../../http/pages/page';
import type { PageSession } from '../page-session.service';
import { passwordIfAsked } from './password-if-asked';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

export const TWO_FACTOR = {
  key: `${SETTINGS.twoFactor}/key`,
  enable: `${SETTINGS.twoFactor}/enable`,
  disable: `${SETTINGS.twoFactor}/disable`,
  codes: `${SETTINGS.twoFactor}/codes`,
} as const;

export interface TwoFactorState {
  readonly isEnabled: boolean;
  readonly recoveryCodesLeft: number;
}

export interface NewKey {
  readonly secret: string;
  readonly otpauthUri: string;
  readonly qrCode: string;
}

/** Which of the page's forms was rejected, and why. */
export interface RejectedForm {
  readonly action: string;
  readonly problem: AppError;
}

export function twoFactorPage(
  { hidden }: PageSession,
  { isEnabled, recoveryCodesLeft }: TwoFactorState,
  rejected: RejectedForm | null = null,
): ShownPage {
  const problemOf = (action: string) => (rejected?.action === action ? rejected.problem : null);
  const off = html`<p>
      It is <strong>off</strong>. When it is on, signing in requires a code from an app on your phone in
      addition to the password.
    </p>
    ${form({
      action: TWO_FACTOR.key,
      submit: 'Set up',
      hidden,
      fields: passwordIfAsked(problemOf(TWO_FACTOR.key)),
      problem: problemOf(TWO_FACTOR.key),
    })}`;
  const on = html`<p>It is <strong>on</strong>. You have ${recoveryCodesLeft} unused recovery codes.</p>
    <h2>New recovery codes</h2>
    <p>The previous codes will stop working.</p>
    ${form({
      action: TWO_FACTOR.codes,
      submit: 'Create new codes',
      hidden,
      fields: proofFields(),
      problem: problemOf(TWO_FACTOR.codes),
      prefix: 'codes-',
    })}
    <h2>Disable two-factor authentication</h2>
    <p>The password alone is then enough to sign in.</p>
    ${form({
      action: TWO_FACTOR.disable,
      submit: 'Turn off',
      hidden,
      fields: proofFields(),
      problem: problemOf(TWO_FACTOR.disable),
      prefix: 'disable-',
      isQuiet: true,
    })}`;
  return shown(isEnabled ? on : off, rejected?.problem ?? null);
}

/** A new key is shown once; null after a wrong code, because the authenticator already has the key. */
export function newKeyPage(
  { hidden }: PageSession,
  key: NewKey | null,
  problem: AppError | null = null,
): ShownPage {
  const scan =
    key &&
    html`<p>1. Scan this with an authenticator app on your phone:</p>
      ${picture(key.qrCode)}
      <p>
        Or type this key into it: <code>${key.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>. On the phone
        itself, <a href="${key.otpauthUri}">open the app</a>.
      </p>
      <p>2. Enter the code that it shows:</p>`;
  const body = html`${scan}
  ${form({
    action: TWO_FACTOR.enable,
    submit: 'Turn on',
    hidden,
    fields: [
      {
        name: 'code',
        label: 'Code',
        hint: 'Six digits that change every 30 seconds',
        autocomplete: 'one-time-code',
        inputMode: 'text',
      },
    ],
    problem,
  })}
  ${form({ action: TWO_FACTOR.key, submit: 'Start again with another key', hidden, isQuiet: true })}`;
  return shown(body, problem);
}

export function recoveryCodesPage(codes: readonly string[]): ShownPage {
  const body = html`<p class="note" role="status">
      Two-factor authentication is on. These are your recovery codes: they are shown only once.
    </p>
    <p>Each code works once, if you lose access to your phone. Store the codes in a safe place.</p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p><a class="button" href="${SETTINGS.twoFactor}">I have saved the codes</a></p>`;
  return shown(body, null);
}

function shown(body: Html, problem: AppError | null): ShownPage {
  return settingsPage(SETTINGS.twoFactor, 'Two-factor authentication', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}

function proofFields(): Field[] {
  return [
    {
      name: 'code',
      label: 'A code from your authenticator app, or a recovery code',
      autocomplete: 'one-time-code',
      inputMode: 'text',
      isOptional: true,
    },
    {
      name: 'password',
      label: 'Or your password',
      type: 'password',
      autocomplete: 'current-password',
      isOptional: true,
    },
  ];
}

/** The only markup that `html` did not create: an SVG of the server, checked to contain only shapes. */
function picture(svg: string): Html | null {
  const inside = /^<svg ([\w:/.=" ]+)>((?:<(?:rect|path) [\w#.=" ,-]+\/>)+)<\/svg>$/.exec(svg);
  return (
    inside && new Html(`<svg class="qr" role="img" aria-label="QR code" ${inside[1]}>${inside[2]}</svg>`)
  );
}

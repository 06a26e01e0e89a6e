import { html } from '../../../http/pages/html';
import { page, type ShownPage } from '../../../http/pages/page';
import type { SignOnIdentity } from './sign-on-identity';
import type { TestResult } from './sign-on-tests.service';

/** The result of a test: what the provider reported, and what a sign-in would do. */
export function signOnTestPage(
  { subject, name, groups }: SignOnIdentity,
  { email, role }: TestResult,
): ShownPage {
  const rows = [
    ['E-mail', email],
    ['Name', name ?? 'not reported'],
    ['Known by', subject],
    ['Groups', groups === null ? 'not asked for' : groups.join(', ') || 'none'],
    ['Role of a new member', role],
  ];
  return page(
    'Single sign-on works',
    html`<p class="note">The test has succeeded. No session was started.</p>
      <table>
        ${rows.map(
          ([label, value]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </table>`,
  );
}

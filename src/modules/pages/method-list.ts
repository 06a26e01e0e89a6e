import { html, type Html } from '../../rpc/pages/html';
import type { SignInMethodLink } from './sign-in-methods';

/** Links, not forms: they lead to other hosts, where the forms of our pages may not go. */
export function methodList(methods: readonly SignInMethodLink[]): Html {
  return html`<ul class="plain">
    ${methods.map(({ label, path }) => html`<li><a class="button quiet" href="${path}">${label}</a></li>`)}
  </ul>`;
}

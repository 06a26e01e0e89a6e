import { html, type Html } from '../../http/pages/html';
import type { SignInMethodLink } from './sign-in-methods.service';

/** Links instead of forms: they lead to other hosts, to which our pages' policy allows no forms. */
export function methodList(methods: readonly SignInMethodLink[], look: 'primary' | 'quiet' = 'quiet'): Html {
  const style = look === 'primary' ? 'button' : 'button quiet';
  return html`<ul class="plain">
    ${methods.map(({ label, path }) => html`<li><a class="${style}" href="${path}">${label}</a></li>`)}
  </ul>`;
}

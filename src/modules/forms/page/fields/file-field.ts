import { html, type Html } from '../../../../http/pages/html';
import { keptName } from '../kept-files.service';
import { descriptionOf, headOf, inputId, isRequired, type ShownField } from './field-parts';

/** With the files of earlier attempts, which are sent again unless their boxes are unchecked. */
export function fileField(field: ShownField): Html {
  const { component, files } = field;
  const { key, multiple } = component;
  const id = inputId(key);
  const kept = files.map(
    ({ name, size, sealed }, at) =>
      html`<div class="choice">
        <input
          type="checkbox"
          id="${id}.${at}"
          name="${keptName(key)}"
          value="${sealed}"
          autocomplete="off"
          checked
        />
        <label for="${id}.${at}"><bdi>${name}</bdi> (${sizeText(size)})</label>
      </div>`,
  );
  return html`${headOf(field)}${
      kept.length > 0 &&
      html`<fieldset class="kept">
        <legend class="hint">Received; uncheck to remove</legend>
        ${kept}
      </fieldset>`
    }<input
      type="file"
      id="${id}"
      name="${key}"
      ${multiple === true && html` multiple`}
      ${isRequired(field) && kept.length === 0 && html` required`}${descriptionOf(field)}
    />`;
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

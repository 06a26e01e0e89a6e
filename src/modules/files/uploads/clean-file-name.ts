const NAME_MAX = 255;
/** The longest extension that a shortened name keeps. */
const EXTENSION_MAX = 20;
const DEFAULT_NAME = 'file';

/**
 * Control characters, line separators, and characters that reverse the direction of the text after them. Joiners are part of
 * emoji and of Persian and Indic words.
 */
const INVISIBLE = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu;
const ONLY_INVISIBLE = /^[.\p{C}\s]*$/u;
/** In the names of forms, browsers escape these characters and no others (HTML, section 4.10.22.8). */
const ESCAPED = /%(22|0D|0A)/gi;

/** The name to show: the last part of a path, on one line, at most 255 characters. It is never used as a path. */
export function cleanFileName(given: string | undefined): string {
  const [last = ''] = (given ?? '').normalize('NFC').split(/[/\\]/).slice(-1);
  const unescaped = last.replace(ESCAPED, (escaped) => decodeURIComponent(escaped));
  const name = unescaped.toWellFormed().replace(INVISIBLE, '').trim();
  if (ONLY_INVISIBLE.test(name)) return DEFAULT_NAME;
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  const [extension = ''] = new RegExp(`\\.[^. ]{1,${EXTENSION_MAX}}$`, 'u').exec(name) ?? [];
  return characters.slice(0, NAME_MAX - [...extension].length).join('') + extension;
}

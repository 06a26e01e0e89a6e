import type { SourceFile, Violation } from '../source-file';

/** Words of docs/style.md that are never right, each with what to write instead. */
const REPLACED: readonly { word: RegExp; instead: string; except?: RegExp }[] = [
  { word: /\bwho(m)?ever\b/i, instead: 'the user, the caller or the client' },
  { word: /\bsomebody\b/i, instead: 'a user, another user or someone' },
  {
    word: /\bnobody\b/i,
    instead: 'no one, or no user',
    // The account of the operating system.
    except: /\/(embedded\/server-account|embedded-postgres\/installation\.spec)\.ts$/,
  },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bone['’]s own\b/i, instead: 'your, or the noun' },
];

/** Code, comments, messages, tests and decisions use the field's words (docs/style.md). */
export function idiom(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    REPLACED.filter(({ word, except }) => word.test(text) && !except?.test(path)).map(
      ({ word, instead }) => ({
        path,
        message: `uses "${word.exec(text)![0]}": write ${instead}`,
      }),
    ),
  );
}

import type { SourceFile, Violation } from '../source-file';

/** Lists the words that the rule rejects. */
const WORD_LIST = 'docs/style.md';

/** Tests still use some of the words as names of variables. */
const TESTS = /^test\//;

/** Words of docs/style.md that are never right, each with what to write instead. */
const REPLACED: readonly { word: RegExp; instead: string; except?: RegExp }[] = [
  { word: /\bwho(m)?ever\b/i, instead: 'the user, the caller or the client' },
  { word: /\bsomebody\b/i, instead: 'a user, another user or someone' },
  {
    word: /\bnobody\b/i,
    instead: 'no one, or no user',
    // The account of the operating system.
    except:
      /^(src\/platform\/database\/embedded\/server-account\.ts|docs\/operations\.md|test\/integration\/platform\/embedded-postgres\/installation\.spec\.ts)$/,
  },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bone['’]s own\b/i, instead: 'your, or the noun' },
  // Not names of files.
  { word: /(?<![\w/-])refus(?:e[sd]?|ing|als?)(?![\w-]|\.\w)/i, instead: 'reject or deny', except: TESTS },
  { word: /\b(tells?|told)\b/i, instead: 'show, report, notify or distinguish', except: TESTS },
  { word: /\bupkeep\b/i, instead: 'maintenance' },
  { word: /\bheirs?\b/i, instead: 'successor', except: TESTS },
  { word: /\bkin\b/i, instead: 'related' },
  { word: /\bcrosswise\b/i, instead: 'deadlock' },
];

/** Code, comments, messages, tests and documents use the field's words (docs/style.md). */
export function idiom(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path !== WORD_LIST)
    .flatMap(({ path, text }) =>
      REPLACED.filter(({ word, except }) => word.test(text) && !except?.test(path)).map(
        ({ word, instead }) => ({
          path,
          message: `uses "${word.exec(text)![0]}": write ${instead}`,
        }),
      ),
    );
}

import ts from 'typescript';
import type { SourceFile } from '../source-file';

/** One mention of a table in the SQL of a file. */
export interface TableUse {
  table: string;
  verb: 'read' | 'insert' | 'update' | 'delete' | 'merge' | 'truncate';
  /** The columns that an update sets. */
  columns: string[];
}

/** Files whose literals are sentences: "Guests do not join workspaces" is not SQL. */
const PROSE = /\.(errors|schemas|controller|policy|page|pages|mail)\.ts$/;

const WRITE = /\b(insert|delete|merge|truncate|update)\s+(?:into\s+|from\s+|table\s+|only\s+)*"?(\w+)"?/gi;
/** Adds rows as an insert does. */
const COPY = /\bcopy\s+"?(\w+)"?\s*\([^)]*\)\s*from\s+stdin/gi;
const READ = /\b(?:from|join|using)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Several rules ask for the tables of the same files. */
const knownUses = new WeakMap<SourceFile, readonly TableUse[]>();

/** The tables that the SQL in the literals of a file, or the text of a database function, mentions. */
export function tableUsesOf(file: SourceFile): readonly TableUse[] {
  const known = knownUses.get(file);
  if (known) return known;
  const uses = foundUses(file);
  knownUses.set(file, uses);
  return uses;
}

function foundUses(file: SourceFile): TableUse[] {
  if (PROSE.test(file.path)) return [];
  return file.path.endsWith('.ts') ? literalsOf(file).flatMap(usesIn) : usesIn(file.text);
}

function usesIn(sql: string): TableUse[] {
  const writes = [...sql.matchAll(WRITE)].map((match): TableUse => {
    const verb = match[1]!.toLowerCase() as TableUse['verb'];
    const rest = sql.slice(match.index + match[0].length);
    return { table: match[2]!, verb, columns: verb === 'update' ? columnsSetBy(rest) : [] };
  });
  // "delete from t" is no read of t.
  const reads = [
    ...sql
      .replaceAll(/\bdelete\s+from\b/gi, 'delete')
      .replaceAll(/\bfrom\s+stdin\b/gi, '')
      .matchAll(READ),
  ].map((match): TableUse => ({ table: match[1]!, verb: 'read', columns: [] }));
  const copies = [...sql.matchAll(COPY)].map((match): TableUse => ({
    table: match[1]!,
    verb: 'insert',
    columns: [],
  }));
  return [...writes, ...copies, ...reads];
}

/** Of "set a = f(b, c), d = 1 where …": a and d. */
function columnsSetBy(afterTable: string): string[] {
  const set = /^\s*(?:(?:as\s+)?\w+\s+)?set\b/i.exec(afterTable);
  if (set === null) return [];
  let depth = 0;
  let list = '';
  for (const part of afterTable.slice(set[0].length).split(/(?=[()])|\b(?=from\b|where\b|returning\b)/i)) {
    if (part.startsWith('(')) depth += 1;
    if (part.startsWith(')')) depth -= 1;
    if (depth < 0 || (depth === 0 && /^(from|where|returning)\b/i.test(part))) break;
    if (depth === 0) list += part;
  }
  return [...list.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g)].map(([, column = '']) => column);
}

function literalsOf({ path, text }: SourceFile): string[] {
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) literals.push(node.text);
    if (ts.isTemplateExpression(node)) {
      literals.push(
        node.head.text + node.templateSpans.map(({ literal }) => ` \u2026 ${literal.text}`).join(''),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false));
  return literals;
}

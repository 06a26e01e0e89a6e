import { ID_PREFIXES } from '../../kernel/ids';
import { statement, statementFamily } from '../../platform/database/statement';
import { WORKSPACE_ROLES_OF_USERS } from '../hierarchy';
import { numberOf } from './organization-number';
import type { SearchType } from './search-types';

/**
 * The maximum number of matches of one rank that are read and sorted. More matches are so frequent that a scan
 * from the newest record on soon fills a page.
 */
export const CANDIDATES = 2_000;
/** Maximum number of words that complete or contain an unfinished term. */
export const MAX_ALTERNATIVES = 64;
/** Words that are checked for typing errors, and how many of the most similar ones are measured. */
const LIKE_WORDS_READ = 5_000;
const LIKE_WORDS_MEASURED = 200;

/**
 * All workspaces, and those that the caller, who is not a guest, sees: $2 is 'all' or 'member', $3 the caller.
 */
export const WORKSPACES = statement(
  'search.workspaces',
  `select workspace.id,
     $2 = 'all' or ($2 = 'member' and (workspace.visibility = 'open' or exists (
       select from ${WORKSPACE_ROLES_OF_USERS} own
       where own.organization_id = $1 and own.workspace_id = workspace.id and own.user_id = $3))) as "isVisible"
   from workspaces workspace
   where workspace.organization_id = $1 and workspace.deleted_at is null`,
);

/**
 * Whether a board is among those that a guest is restricted to ($7; null for a caller who sees whole workspaces). The
 * subselect is hashed once, whereas `= any` compares each candidate with each of the boards.
 */
const IS_SEEN = (boardId: string) => `($7::text[] is null or ${boardId} in (select unnest($7::text[])))`;

/** The id of a record, from what the index contains of it. */
const idIn = (table: string, type: SearchType) => `'${ID_PREFIXES[type]}_' || ${table}.place`;

/**
 * The current records of candidates, in the candidates' order. Omits records that are deleted, in Trash, on an archived board
 * or hidden from the caller ($2: the workspaces, $7: the shared boards of a guest), even if the index is outdated.
 */
const RECORDS = `cross join lateral (
    select item.name, item.archived_at, item.board_id, board.name as board_name, board.project_id,
      item.id as item_id
    from items item
    join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null and board.archived_at is null
    where candidate.type = 'i' and item.organization_id = $1 and item.id = ${idIn('candidate', 'item')}
      and item.trashed_at is null
    union all
    select board.name, null, board.id, board.name, board.project_id, null from boards board
    where candidate.type = 'b' and board.organization_id = $1 and board.id = ${idIn('candidate', 'board')}
      and board.deleted_at is null and board.archived_at is null
    union all
    select project.name, null, null, null, project.id, null from projects project
    where candidate.type = 'p' and project.organization_id = $1 and project.id = ${idIn('candidate', 'project')}
    union all
    select item.name, item.archived_at, item.board_id, board.name, board.project_id, item.id
    from comments comment
    join items item on item.organization_id = $1 and item.id = comment.item_id and item.trashed_at is null
    join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null and board.archived_at is null
    where candidate.type = 'c' and comment.organization_id = $1 and comment.id = ${idIn('candidate', 'comment')}
      and comment.tombstone_until is null
  ) record
  join lateral (
    select project.name, project.archived_at, project.workspace_id from projects project
    where project.organization_id = $1 and project.id = record.project_id and project.deleted_at is null offset 0
  ) project on true
  join lateral (
    select workspace.id, workspace.name, workspace.archived_at from workspaces workspace
    where workspace.organization_id = $1 and workspace.id = project.workspace_id
      and workspace.id = any ($2) and workspace.deleted_at is null
      and ${IS_SEEN('record.board_id')} offset 0
  ) workspace on true`;

const RESULT = (rank: string) => `candidate.place, candidate.type, ${rank} as rank, record.name,
  record.item_id as "itemId", record.board_id as "boardId", record.board_name as "boardName", record.project_id as "projectId",
  project.name as "projectName", workspace.id as "workspaceId", workspace.name as "workspaceName",
  coalesce(record.archived_at, project.archived_at, workspace.archived_at) is not null as archived`;

/**
 * A page of `matching` (place and type), unless there are more matches than the sort limit: then only their number.
 */
const PAGE_OF = (matching: string, rank: string, limit: number) => `
  with matching as materialized (${matching}
    limit ${CANDIDATES + 1})
  select matched.total, page.*, document.body
  from (select count(*)::int as total from matching) matched
  left join lateral (
    select ${RESULT(rank)}
    from (
      select place, type from matching
      where matched.total <= ${CANDIDATES} and ($6::text is null or place < $6)
      order by place desc offset 0
    ) candidate
    ${RECORDS}
    order by candidate.place desc
    limit ${limit + 1}) page on true
  left join search_documents document
    on document.organization_number = ${numberOf('$1')} and document.place = page.place and document.type = page.type
  order by page.place desc`;

/** The same from the newest record on, with the index of their order, until the page is full. */
const SCAN_OVER = (condition: string, rank: string, limit: number) => `
  select ${RESULT(rank)}, candidate.body
  from search_documents candidate
  ${RECORDS}
  where candidate.organization_number = ${numberOf('$1')} and candidate.place < coalesce($6, '~')
    and ${condition}
  order by candidate.place desc
  limit ${limit + 1}`;

/** The workspaces are looked up once, and not for each document. */
const IS_IN_WORKSPACES = (table: string, ids: string) => `${table}.workspace_number = any (array(
      select number from workspaces where organization_id = $1 and id = any (${ids})))`;

/** Ranks of names: 1 the name is the query, 2 the name begins with it. */
export type NameRank = 1 | 2;

const NAMED: Readonly<Record<NameRank, (table: string) => string>> = {
  1: (table) => `${table}.name = $4 and ${table}.name < $5`,
  2: (table) => `${table}.name > $4 and ${table}.name < $5`,
};

/**
 * $2 workspaces, $3 codes of types, $4 the query, $5 the upper bound of its prefix range, $6 the cursor's position or
 * null.
 */
export const BY_NAME = statementFamily('search.by-name', (rank: NameRank, limit: number) =>
  PAGE_OF(
    `
    select found.place, found.type
    from workspaces workspace
    cross join unnest($3::"char"[]) as kind (type)
    cross join lateral (
      select place, type from search_documents document
      where document.workspace_number = workspace.number and document.type = kind.type and ${NAMED[rank]('document')}
      limit ${CANDIDATES + 1}) found
    where workspace.organization_id = $1 and workspace.id = any ($2)`,
    String(rank),
    limit,
  ),
);

/** Like BY_NAME, when it finds too many. */
export const BY_NAME_SCAN = statementFamily('search.by-name-scan', (rank: NameRank, limit: number) =>
  SCAN_OVER(
    `candidate.type = any ($3::"char"[]) and ${IS_IN_WORKSPACES('candidate', '$2')} and ${NAMED[rank]('candidate')}`,
    String(rank),
    limit,
  ),
);

// The organization is compared as an expression: as a plain condition it leads the planner to scan all its
// documents until enough match, instead of the index of words.
const OF_ORGANIZATION = (table: string) => `${table}.organization_number + 0 = ${numberOf('$1')}`;

/** As in the index of words. */
const LEXEMES_OF = (table: string) => `search_lexemes(p_organization => ${table}.organization_number,
      p_workspace => ${table}.workspace_number, p_type => ${table}.type, p_name => ${table}.name,
      p_name_words => ${table}.name_words, p_words => ${table}.words)`;

/** Computed once. */
const QUERY = '(select search_query(p_organization => $1, p_workspaces => $9::text[], p_expression => $3))';

/**
 * Records that match an expression. $2 workspaces, $3 the expression, $4 and $5 bounds of names that have been found
 * before, $6 the cursor's place or null, $8 the rank to give, $9 the workspaces of the search, null for all.
 */
export const BY_WORDS = statementFamily('search.by-words', (limit: number) =>
  PAGE_OF(
    `
    select place, type from search_documents document
    where ${LEXEMES_OF('document')} @@ ${QUERY} and ${OF_ORGANIZATION('document')}
      and not (document.name >= $4 and document.name < $5)`,
    '$8::int',
    limit,
  ),
);

/**
 * Like BY_WORDS, when it finds too many. The function is the operator @@ without its index. $10 is a text that is in the words
 * of each match: to look for it takes 0.5 µs a document, to compute its entries 5.
 */
export const BY_WORDS_SCAN = statementFamily('search.by-words-scan', (limit: number) =>
  SCAN_OVER(
    `strpos(candidate.name || ' ' || coalesce(candidate.name_words || ' ', '') || candidate.words, $10) > 0
    and not (candidate.name >= $4 and candidate.name < $5) and ts_match_vq(${LEXEMES_OF('candidate')}, ${QUERY})`,
    '$8::int',
    limit,
  ),
);

/** Words that begin with $2 ($3: the upper bound), the shortest words of the dictionary first. */
export const WORDS_BEGINNING = statement(
  'search.words-beginning',
  `select word from search_words where organization_number = ${numberOf('$1')} and word >= $2 and word < $3
   order by word limit ${MAX_ALTERNATIVES}`,
);

const MARKED = `'^' || known.word || '$'`;
const TRIGRAMS = `search_trigrams(p_organization => known.organization_number, p_text => ${MARKED})`;

/**
 * For each word of $2, other words that contain it, and words that share trigrams with it, the most similar
 * first. $3 are the trigrams of each, as arrays in text.
 */
export const ALTERNATIVE_WORDS = statement(
  'search.alternative-words',
  `select asked.word, near.word as near, near."containsIt"
   from ${numberOf('$1')} organization
   cross join unnest($2::text[], $3::text[]) as asked (word, trigrams)
   cross join lateral (
     (select known.word, true as "containsIt" from search_words known
      where ${TRIGRAMS} @> search_trigrams(p_organization => organization.number, p_text => asked.word) and ${OF_ORGANIZATION('known')}
        and strpos(known.word, asked.word) > 1
      limit ${MAX_ALTERNATIVES})
     union all
     (select alike.word, false from (
        select known.word, abs(length(known.word) - length(asked.word)) as "lengthDifference",
          (select count(*) from unnest(asked.trigrams::text[]) each where strpos(${MARKED}, each) > 0) as shared
        from search_words known
        where ${TRIGRAMS} && search_trigrams(p_organization => organization.number, p_text => '^' || asked.word || '$') and ${OF_ORGANIZATION('known')}
          and abs(length(known.word) - length(asked.word)) <= 2
        limit ${LIKE_WORDS_READ}) alike
      order by shared desc, "lengthDifference", word limit ${LIKE_WORDS_MEASURED})
   ) near`,
);

/**
 * The position of a cursor in this list: $2 its id, $3 the workspaces, $4 and $5 the bounds of names, $6 the expressions in
 * the order of their ranks, $7 the shared boards of a guest, $8 the workspaces of the search, null for all, $9 and $10 the place
 * and the type of the cursor.
 */
export const CURSOR = statement(
  'search.cursor',
  `select case
       when document.name = $4 then 1
       when document.name >= $4 and document.name < $5 then 2
       else 2 + (
         select min(at) from unnest($6::text[]) with ordinality as expression (text, at)
         where ${LEXEMES_OF('document')}
           @@ search_query(p_organization => $1, p_workspaces => $8::text[], p_expression => expression.text))
     end::int as rank
   from search_documents document
   where document.organization_number = ${numberOf('$1')} and document.place = $9 and document.type = $10::"char"
     and ${IS_IN_WORKSPACES('document', '$3')}
     and (${IS_SEEN('$2')} or exists (
       select from items
       where items.organization_id = $1 and items.id = $2 and ${IS_SEEN('items.board_id')})
       or exists (
       select from comments
       join items on items.organization_id = $1 and items.id = comments.item_id
       where comments.organization_id = $1 and comments.id = $2 and ${IS_SEEN('items.board_id')}))`,
);

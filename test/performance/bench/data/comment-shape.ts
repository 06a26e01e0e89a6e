import { newId } from '../../../../src/kernel/ids';

/** The comments of a board's first item, all of them top-level. */
const DISCUSSION = 100_000;

/** Other items with a comment or more: an index of all comments must not look as good as one by item. */
const OTHER_ITEMS = 1_000;

/** Of all items together: every hundred-and-first comment is on another item. */
const COMMENT_COUNT = DISCUSSION + DISCUSSION / 100;

const user = (place: string) => `($2::text[])[1 + ${place} % cardinality($2)]`;
const ID = `$1::text || lpad(at::text, 8, '0')`;

/** SQL for the comments of a board, by their number `at`; its parameters are `commentParameters`. */
export const COMMENT_SQL = {
  id: ID,
  item: `($3::text[])[case when at % 101 = 0 then 2 + at / 101 % (cardinality($3) - 1) else 1 end]`,
  author: user('at'),
  /** Every fourth comment mentions a member. */
  mentions: `case when at % 4 = 0 then array[${user('(at / 4)')}] else '{}' end`,
  body: `'Step **' || at || '** is done, see [the notes](https://example.com/notes/' || at || ') before Friday.'
    || case when at % 4 = 0 then ' Ask @' || ${user('(at / 4)')} else '' end`,
  bodyHtml: `'<p>Step <strong>' || at || '</strong> is done, see <a href="https://example.com/notes/' || at
    || '" rel="noopener nofollow ugc">the notes</a> before Friday.'
    || case when at % 4 = 0 then ' Ask <span class="mention" data-user-id="' || ${user('(at / 4)')} || '"></span>'
       else '' end
    || E'</p>\\n'`,
  from: `generate_series(1, ${COMMENT_COUNT}) at`,
  /** Every tenth comment has three reactions, two of them alike; a row has the id of the comment, the user and the code. */
  reactions: `select ${ID} as comment_id, ($2::text[])[member] as user_id, emoji
    from generate_series(10, ${COMMENT_COUNT}, 10) at, (values (1, 'heart'), (2, 'heart'), (3, 'rocket')) each (member, emoji)`,
} as const;

/** The ids of a board's comments are in the order of their numbers, and differ from those of other boards. */
export function commentParameters(itemIds: readonly string[], userIds: readonly string[]) {
  return [newId('comment').slice(0, -8), userIds, itemIds.slice(0, 1 + OTHER_ITEMS)] as const;
}

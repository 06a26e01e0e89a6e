import { ITEM_COLUMNS, PAGE_SIZE, positionOf, type Statement } from './statements';

/** A page of the log from a place on, each event with its item as it is now. */
export const EVENTS: Statement = {
  name: 'events',
  text: `
    select ${ITEM_COLUMNS('item')}, ${positionOf('item')},
      page.sequence, page.id, page.type, page.board_id, page.data, page.occurred_at
    from (
      select * from events where sequence > $1 order by sequence limit ${PAGE_SIZE}
    ) page
    join items item on item.id = page.item_id
    order by page.sequence`,
};

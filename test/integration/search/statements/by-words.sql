with matching as materialized (
    select place, type from search_documents document
    where search_lexemes(p_organization => document.organization_number,
      p_workspace => document.workspace_number, p_type => document.type, p_name => document.name,
      p_name_words => document.name_words, p_words => document.words) @@ (select search_query(p_organization => $1, p_workspaces => $9::text[], p_expression => $3)) and document.organization_number + 0 = (select number::integer from organizations where id = $1)
      and not (document.name >= $4 and document.name < $5)
    limit 2001)
  select matched.total, page.*, document.body
  from (select count(*)::int as total from matching) matched
  left join lateral (
    select candidate.place, candidate.type, $8::int as rank, record.name,
  record.item_id as "itemId", record.board_id as "boardId", record.board_name as "boardName", record.project_id as "projectId",
  project.name as "projectName", workspace.id as "workspaceId", workspace.name as "workspaceName",
  coalesce(record.archived_at, project.archived_at, workspace.archived_at) is not null as archived
    from (
      select place, type from matching
      where matched.total <= 2000 and ($6::text is null or place < $6)
      order by place desc offset 0
    ) candidate
    cross join lateral (
    select item.name, item.archived_at, item.board_id, board.name as board_name, board.project_id,
      item.id as item_id
    from items item
    join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null and board.archived_at is null
    where candidate.type = 'i' and item.organization_id = $1 and item.id = 'itm_' || candidate.place
      and item.trashed_at is null
    union all
    select board.name, null, board.id, board.name, board.project_id, null from boards board
    where candidate.type = 'b' and board.organization_id = $1 and board.id = 'brd_' || candidate.place
      and board.deleted_at is null and board.archived_at is null
    union all
    select project.name, null, null, null, project.id, null from projects project
    where candidate.type = 'p' and project.organization_id = $1 and project.id = 'prj_' || candidate.place
    union all
    select item.name, item.archived_at, item.board_id, board.name, board.project_id, item.id
    from comments comment
    join items item on item.organization_id = $1 and item.id = comment.item_id and item.trashed_at is null
    join boards board on board.organization_id = $1 and board.id = item.board_id and board.deleted_at is null and board.archived_at is null
    where candidate.type = 'c' and comment.organization_id = $1 and comment.id = 'cmt_' || candidate.place
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
      and ($7::text[] is null or record.board_id in (select unnest($7::text[]))) offset 0
  ) workspace on true
    order by candidate.place desc
    limit 51) page on true
  left join search_documents document
    on document.organization_number = (select number::integer from organizations where id = $1) and document.place = page.place and document.type = page.type
  order by page.place desc

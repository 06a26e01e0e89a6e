select case
       when document.name = $4 then 1
       when document.name >= $4 and document.name < $5 then 2
       else 2 + (
         select min(at) from unnest($6::text[]) with ordinality as expression (text, at)
         where search_lexemes(p_organization => document.organization_number,
      p_workspace => document.workspace_number, p_type => document.type, p_name => document.name,
      p_name_words => document.name_words, p_words => document.words)
           @@ search_query(p_organization => $1, p_workspaces => $8::text[], p_expression => expression.text))
     end::int as rank
   from search_documents document
   where document.organization_number = (select number::integer from organizations where id = $1) and document.place = $9 and document.type = $10::"char"
     and document.workspace_number = any (array(
      select number from workspaces where organization_id = $1 and id = any ($3)))
     and (($7::text[] is null or $2 in (select unnest($7::text[]))) or exists (
       select from items
       where items.organization_id = $1 and items.id = $2 and ($7::text[] is null or items.board_id in (select unnest($7::text[]))))
       or exists (
       select from comments
       join items on items.organization_id = $1 and items.id = comments.item_id
       where comments.organization_id = $1 and comments.id = $2 and ($7::text[] is null or items.board_id in (select unnest($7::text[])))))

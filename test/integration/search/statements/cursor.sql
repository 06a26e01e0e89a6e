select case
       when document.name = $4 then 1
       when document.name >= $4 and document.name < $5 then 2
       else 2 + (
         select min(at) from unnest($6::text[]) with ordinality as expression (text, at)
         where document.lexemes @@ expression.text::tsquery)
     end::int as rank
   from search_documents document
   where document.organization_id = $1 and document.id = $2 and document.workspace_id = any ($3)
     and (($7::text[] is null or document.id in (select unnest($7::text[]))) or exists (
       select from items
       where items.organization_id = $1 and items.id = document.id and ($7::text[] is null or items.board_id in (select unnest($7::text[]))))
       or exists (
       select from comments
       join items on items.organization_id = $1 and items.id = comments.item_id
       where comments.organization_id = $1 and comments.id = document.id and ($7::text[] is null or items.board_id in (select unnest($7::text[])))))

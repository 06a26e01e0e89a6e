select case
       when document.name = $4 then 1
       when document.name >= $4 and document.name < $5 then 2
       else 2 + (
         select min(at) from unnest($6::text[]) with ordinality as expression (text, at)
         where document.lexemes @@ expression.text::tsquery)
     end::int as rank
   from search_documents document
   where document.organization_id = $1 and document.id = $2 and document.workspace_id = any ($3)
     and (document.id = any ($3) or not exists (select from unnest($3::text[]) as place (id) where place.id like 'brd%') or exists (
       select from items
       where items.organization_id = $1 and items.id = document.id and items.board_id = any ($3)))

select word from search_words where organization_number = (select number::integer from organizations where id = $1) and word >= $2 and word < $3
   order by word limit 64

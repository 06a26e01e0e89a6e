select asked.word, near.word as near, near."containsIt"
   from unnest($2::text[], $3::text[], $4::text[]) as asked (word, inner_trigrams, trigrams)
   cross join lateral (
     (select known.word, true as "containsIt" from search_words known
      where known.trigrams @> asked.inner_trigrams::text[] and known.organization_id || '' = $1
        and strpos(known.word, asked.word) > 1
      limit 64)
     union all
     (select alike.word, false from (
        select known.word, abs(length(known.word) - length(asked.word)) as "lengthDifference",
          (select count(*) from unnest(known.trigrams) each where each = any (asked.trigrams::text[])) as shared
        from search_words known
        where known.trigrams && asked.trigrams::text[] and known.organization_id || '' = $1
          and abs(length(known.word) - length(asked.word)) <= 2
        limit 5000) alike
      order by shared desc, "lengthDifference", word limit 200)
   ) near

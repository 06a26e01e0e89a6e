select asked.word, near.word as near, near."containsIt"
   from (select number::integer from organizations where id = $1) organization
   cross join unnest($2::text[], $3::text[]) as asked (word, trigrams)
   cross join lateral (
     (select known.word, true as "containsIt" from search_words known
      where search_trigrams(p_organization => known.organization_number, p_text => '^' || known.word || '$') @> search_trigrams(p_organization => organization.number, p_text => asked.word) and known.organization_number + 0 = (select number::integer from organizations where id = $1)
        and strpos(known.word, asked.word) > 1
      limit 64)
     union all
     (select alike.word, false from (
        select known.word, abs(length(known.word) - length(asked.word)) as "lengthDifference",
          (select count(*) from unnest(asked.trigrams::text[]) each where strpos('^' || known.word || '$', each) > 0) as shared
        from search_words known
        where search_trigrams(p_organization => known.organization_number, p_text => '^' || known.word || '$') && search_trigrams(p_organization => organization.number, p_text => '^' || asked.word || '$') and known.organization_number + 0 = (select number::integer from organizations where id = $1)
          and abs(length(known.word) - length(asked.word)) <= 2
        limit 5000) alike
      order by shared desc, "lengthDifference", word limit 200)
   ) near

SELECT ?, ?+1, ?||'x', ?::int, a=?, a>=?, f(?,?), a-?, (?);
SELECT a=-1, a<-1, a||-1, 1-1, 1- -1, a*-1, b=@x, '{1}'::int[]<@a;
SELECT count(*) FILTER (b > 1), group_concat(a, ',' ORDER BY b), string_agg(DISTINCT a, ',' ORDER BY a);

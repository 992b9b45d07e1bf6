SELECT a::varchar(10), a::character varying, a::char(3), a::national character(3), a::bit(3), a::bit varying(3);
SELECT a::timestamp with time zone, a::time(3) without time zone, a::timestamp(0), a::timetz, a::interval day to second(3);
SELECT a::struct(x int, y struct(z text[])), a::map(text, int[3]), a::union(n int, s text), a::int array, a::int array[3];
SELECT a::vector(3), a::halfvec(2), a::"char", a::app.mood, a::double, a::double precision, a::float(24);
SELECT f(), f(1), f(a, b), s.f(a), f(DISTINCT a), f(ALL a), f(a ORDER BY b DESC NULLS LAST, c), count(*);
SELECT f(a => 1, b := 2), f(VARIADIC a), f(a, VARIADIC b), sum(a) FILTER (WHERE b > 1), count(t.*);
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), mode() WITHIN GROUP (ORDER BY a DESC);
SELECT row_number() OVER (), rank() OVER (PARTITION BY a, b ORDER BY c), sum(a) OVER w, sum(a) OVER (w ORDER BY b);
SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), sum(a) OVER (ROWS UNBOUNDED PRECEDING);

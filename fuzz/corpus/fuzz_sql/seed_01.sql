SELECT a + b - c * d / e % f // g ^ h ** i, -a, +a, - -a, ~a, @ a, |/ a, ||/ a, !! a, -(-1);
SELECT a = b, a <> b, a != b, a == b, a < b, a <= b, a > b, a >= b;
SELECT a || b || c, (a || b) || c, a || (b || c), a & b | c # d << 1 >> 2;
SELECT a -> 'b' ->> 'c', a #> '{a}', a #>> '{a}', a #- '{a}', a @> b, a <@ b, a ? 'k', a ?| b, a ?& b, a @? '$.x', a @@ b, a && b;
SELECT e <-> '[1,2]', e <=> $1, e <#> f, e <+> f, e <~> f, e <%> f, a ^@ 'x', a @#@ b, <<| a;
SELECT a ~ 'x', a ~* 'x', a !~ 'x', a !~* 'x', a ~~ 'x', a ~~* 'x', a !~~ 'x', a !~~* 'x';
SELECT a OPERATOR(pg_catalog.~) 'x', a OPERATOR(pg_catalog.+) b, a OPERATOR(public.<->) b;
SELECT a AND b OR c AND NOT d, NOT (a OR b) AND c, NOT NOT a, (a AND b) AND c, a AND (b AND c);
SELECT a NOT NULL, a IS NULL, a IS NOT NULL, a ISNULL, a NOTNULL, a IS TRUE, a IS NOT FALSE, a IS UNKNOWN, a IS NFC NORMALIZED, a IS NOT NORMALIZED, a IS JSON, a IS NOT JSON OBJECT, a IS JSON ARRAY, a IS JSON SCALAR;

SELECT 1, 1.5, .5, 5., 1e10, 1_000, 0xFF, 0o17, 0b101, 123456789012345678901234567890;
SELECT 'it''s', E'a\nb\x41\u00e9', U&'d\0061t\+000061', $$dollar$$, $tag$a $$ b$tag$, N'x';
SELECT x'DEADbeef', b'0101', 'a'
 'b', U&'d!0061' UESCAPE '!', "Quoted ""Name""", U&"d\0061";
SELECT NULL, TRUE, FALSE, $1, ?, :name, $name, ?2;
SELECT DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00', TIMESTAMP(3) WITH TIME ZONE 'now', TIME '1:00';
SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 day', INTERVAL(3) '1 s', INTERVAL '1.5' SECOND(2), INTERVAL 5 DAY, INTERVAL '5' WEEKS, INTERVAL (a + 1) MONTHS;
SELECT numeric '1.5', app.mood 'ok', varchar(10) 'x', double precision '1.5', bit varying '101', int4 '7';
SELECT a.b.c.d, t.*, s.t.*, (a).b, (a).b.c, (f(x)).y, f(x).y, a[1], a[1][2], a[1:2], a[:], a[1:], a[:2];
SELECT a[1:10:2], a[:-:2], (a.b)[1].c, [1,2,3][1], 'abc'[1], (SELECT 1)[1], ($1).x, ((a)).*;

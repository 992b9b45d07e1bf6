CREATE TYPE mood AS ENUM ('sad', 'ok', 'it''s');
CREATE TYPE mood AS ENUM (SELECT DISTINCT a FROM t);
CREATE TYPE pair AS (a int, b text[]);
CREATE TYPE p AS STRUCT(a int, b text);
CREATE TYPE IF NOT EXISTS a AS decimal(10, 2);
CREATE TYPE r AS RANGE (subtype = float8, subtype_diff = float8mi);
CREATE TYPE shell;
CREATE DOMAIN posint AS integer DEFAULT 1 NOT NULL CONSTRAINT pos CHECK (VALUE > 0);
CREATE FUNCTION add1(i integer) RETURNS integer LANGUAGE sql AS 'SELECT i + 1';

"""Random schemas, rows and queries for the differential test. Everything comes from one seeded generator.

Only SQL that StoaDB and DuckDB answer alike is made: divisors go through nullif, NULLs are placed explicitly, doubles are
multiples of 1/4 so that sums are exact, LIMIT stands on an order over all columns.
"""

import random

TYPES = ["int", "int", "int", "text", "text", "double", "decimal", "bool", "date", "bigint", "timestamp"]
SQL_TYPES = {"int": "INTEGER", "bigint": "BIGINT", "double": "DOUBLE", "decimal": "DECIMAL(10,2)", "text": "TEXT",
             "bool": "BOOLEAN", "date": "DATE", "timestamp": "TIMESTAMP"}
WORDS = ["", "a", "A", "ab", "abc", "b", "B%", "x_y", "stoa", "Stoa", "zebra", "a longer text than inline", "1", "10", "9"]
NUMERIC = ("int", "bigint", "double", "decimal")
ORDERED = ("int", "bigint", "double", "decimal", "text", "date", "timestamp")


class Table:
    def __init__(self, name, columns):
        self.name = name
        self.columns = columns  # (name, kind)


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tables = []
        self.alias_count = 0

    # --- schema and rows
    def schema(self):
        """Statements that make and fill two to four tables."""
        statements = []
        for number in range(self.random.randint(2, 4)):
            kinds = [("id", "int"), ("k", "int")]
            for column in range(self.random.randint(2, 5)):
                kinds.append((f"c{column}", self.random.choice(TYPES)))
            table = Table(f"t{number}", kinds)
            self.tables.append(table)
            definitions = ", ".join(f"{name} {SQL_TYPES[kind]}" for name, kind in kinds)
            statements.append(f"CREATE TABLE {table.name} ({definitions})")
            row_count = self.random.choice([0, 1, 3, 8, 20, 20, 60, 300])
            rows = [self.row(kinds, row) for row in range(row_count)]
            if rows:
                statements.append(f"INSERT INTO {table.name} VALUES {', '.join(rows)}")
        return statements

    def row(self, kinds, row):
        cells = []
        for name, kind in kinds:
            if name == "id":
                cells.append(str(row))
            elif name == "k":
                cells.append("NULL" if self.random.random() < 0.15 else str(self.random.randint(0, 6)))
            elif self.random.random() < 0.2:
                cells.append("NULL")
            else:
                cells.append(self.literal(kind))
        return "(" + ", ".join(cells) + ")"

    def literal(self, kind):
        pick = self.random
        if kind == "int":
            return str(pick.choice([0, 1, -1, 2, 3, 5, 7, 10, 100, -50, pick.randint(-1000, 1000)]))
        if kind == "bigint":
            return str(pick.choice([0, 1, 2, 5, 10 ** 12, -(10 ** 12) + 1, pick.randint(-10 ** 6, 10 ** 6)]))
        if kind == "double":
            return f"{pick.randint(-400, 400) / 4}::DOUBLE"
        if kind == "decimal":
            return f"{pick.choice([0, 100, 150, pick.randint(-99999, 99999)]) / 100:.2f}::DECIMAL(10,2)"
        if kind == "text":
            return "'" + pick.choice(WORDS) + "'"
        if kind == "bool":
            return pick.choice(["true", "false"])
        if kind == "date":
            return f"DATE '{pick.randint(1995, 2024)}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}'"
        return (f"TIMESTAMP '{pick.choice([1969, 2000, 2024])}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02} "
                f"{pick.randint(0, 23):02}:{pick.randint(0, 59):02}:{pick.randint(0, 59):02}'")

    # --- expressions; a scope is a list of (SQL text, kind)
    def expression(self, kind, scope, depth=2):
        pick = self.random.random()
        columns = [text for text, known in scope if known == kind]
        if columns and (pick < 0.45 or depth <= 0):
            return self.random.choice(columns)
        if depth <= 0:
            return self.literal(kind) if self.random.random() < 0.93 else f"NULL::{SQL_TYPES[kind]}"
        if pick < 0.55:
            return self.literal(kind)
        if pick < 0.65:
            return self.case(kind, scope, depth - 1)
        if pick < 0.72:
            return self.pair_function(kind, scope, depth - 1)
        return getattr(self, "make_" + kind)(scope, depth - 1)

    def case(self, kind, scope, depth):
        one, two = self.expression(kind, scope, depth), self.expression(kind, scope, depth)
        if self.random.random() < 0.3:
            subject = self.random.choice(["int", "text"])
            return (f"CASE {self.expression(subject, scope, depth)} WHEN {self.literal(subject)} THEN {one} "
                    f"WHEN {self.expression(subject, scope, 0)} THEN {two} END")
        otherwise = self.random.choice(["", f" ELSE {self.expression(kind, scope, depth)}"])
        return f"CASE WHEN {self.condition(scope, depth)} THEN {one} WHEN {self.condition(scope, depth)} THEN {two}{otherwise} END"

    def pair_function(self, kind, scope, depth):
        names = ["coalesce", "nullif"] + (["greatest", "least"] if kind in ORDERED else [])
        return (f"{self.random.choice(names)}({self.expression(kind, scope, depth)}, "
                f"{self.expression(kind, scope, depth)})")

    def make_int(self, scope, depth):
        e = lambda kind="int": self.expression(kind, scope, depth)
        return self.random.choice([
            lambda: f"({e()} + {self.literal('int')})", lambda: f"({e()} - {self.literal('int')})",
            lambda: f"({e()} // nullif({e()}, 0))", lambda: f"({e()} % nullif({e()}, 0))",
            lambda: f"(-({e()}))", lambda: f"abs({e()})", lambda: f"length({e('text')})::INTEGER",
            lambda: f"extract(year FROM {e('date')})::INTEGER", lambda: f"({e('bool')})::INTEGER",
            lambda: f"strpos({e('text')}, {self.literal('text')})::INTEGER", lambda: f"sign({e()})::INTEGER",
            lambda: f"(({e('date')}) - {self.literal('date')})::INTEGER",
            lambda: f"TRY_CAST({e('text')} AS INTEGER)", lambda: f"({e('decimal')})::INTEGER",
        ])()

    def make_bigint(self, scope, depth):
        e = lambda kind="bigint": self.expression(kind, scope, depth)
        return self.random.choice([
            lambda: f"({e()} + {e('int')})", lambda: f"({e('int')})::BIGINT", lambda: f"({e()} - {e('int')})",
            lambda: f"({e()} // nullif({e('int')}, 0))", lambda: f"({e('int')}::BIGINT * {self.literal('int')})",
        ])()

    def make_double(self, scope, depth):
        e = lambda kind="double": self.expression(kind, scope, depth)
        return self.random.choice([
            lambda: f"({e()} + {e('int')})", lambda: f"({e('int')} / 4)", lambda: f"({e()} * 2)",
            lambda: f"floor({e()})", lambda: f"ceil({e()})", lambda: f"abs({e()})", lambda: f"({e('int')})::DOUBLE",
            lambda: f"({e('decimal')})::DOUBLE", lambda: f"round({e()} / 3, 2)", lambda: f"trunc({e()})",
        ])()

    def make_decimal(self, scope, depth):
        e = lambda kind="decimal": self.expression(kind, scope, depth)
        return self.random.choice([
            lambda: f"({e()} + {self.literal('decimal')})", lambda: f"({e()} - {self.literal('decimal')})",
            lambda: f"({e('int')} % 1000)::DECIMAL(10,2)", lambda: f"abs({e()})", lambda: f"(-({e()}))",
            lambda: f"({e()} * {self.random.randint(0, 9)})",
        ])() if depth > 0 else self.expression("decimal", scope, 0)

    def make_text(self, scope, depth):
        e = lambda kind="text": self.expression(kind, scope, depth)
        n = lambda: self.random.randint(0, 5)
        return self.random.choice([
            lambda: f"({e()} || {e()})", lambda: f"upper({e()})", lambda: f"lower({e()})",
            lambda: f"substring({e()} FROM {n() + 1} FOR {n()})", lambda: f"left({e()}, {n()})",
            lambda: f"right({e()}, {n()})", lambda: f"replace({e()}, 'a', 'xy')", lambda: f"concat({e()}, {e('int')})",
            lambda: f"({e('int')})::TEXT", lambda: f"({e('date')})::TEXT", lambda: f"({e('bool')})::TEXT",
            lambda: f"trim({e()})", lambda: f"reverse({e()})", lambda: f"({e('decimal')})::TEXT",
            lambda: f"({e('timestamp')})::TEXT", lambda: f"concat_ws('-', {e()}, {e()})", lambda: f"lpad({e()}, 4, 'z')",
            lambda: f"split_part({e()}, 'b', {n() + 1})", lambda: f"repeat({e()}, {n() % 3})",
        ])()

    def make_bool(self, scope, depth):
        return f"({self.condition(scope, depth)})"

    def make_date(self, scope, depth):
        e = lambda kind="date": self.expression(kind, scope, depth)
        return self.random.choice([
            lambda: f"({e()} + {self.random.randint(-40, 40)})",
            lambda: f"date_trunc('{self.random.choice(['month', 'year', 'week', 'quarter'])}', {e()})::DATE",
            lambda: f"({e('timestamp')})::DATE", lambda: f"({e()} - {self.random.randint(0, 400)})",
        ])()

    def make_timestamp(self, scope, depth):
        e = lambda kind="timestamp": self.expression(kind, scope, depth)
        unit = self.random.choice(["day", "hour", "month", "minute", "year"])
        return self.random.choice([
            lambda: f"({e()} + INTERVAL '{self.random.randint(-20, 20)} {unit}')", lambda: f"({e('date')})::TIMESTAMP",
            lambda: f"date_trunc('{unit}', {e()})", lambda: f"({e('date')} + INTERVAL '{self.random.randint(1, 9)} {unit}')",
        ])()

    def condition(self, scope, depth=2):
        pick = self.random.random()
        if depth > 0 and pick < 0.2:
            word = self.random.choice(["AND", "OR"])
            return f"({self.condition(scope, depth - 1)} {word} {self.condition(scope, depth - 1)})"
        if depth > 0 and pick < 0.27:
            return f"NOT ({self.condition(scope, depth - 1)})"
        if pick < 0.36:
            kind = self.random.choice(TYPES)
            return f"{self.expression(kind, scope, depth - 1)} IS {self.random.choice(['', 'NOT '])}NULL"
        if pick < 0.45:
            pattern = self.random.choice(["a%", "%b%", "_", "%", "", "a_c", "x!_%' ESCAPE '!", "%oa", "S%a", "%a%e%"])
            like = self.random.choice(["LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE"])
            return f"{self.expression('text', scope, depth - 1)} {like} '{pattern}'"
        kind = self.random.choice(ORDERED + ("int", "text"))
        left = self.expression(kind, scope, depth - 1)
        if pick < 0.55:
            choices = [self.literal(kind) for _ in range(self.random.randint(1, 4))]
            if self.random.random() < 0.2:
                choices.append(f"NULL::{SQL_TYPES[kind]}")
            return f"{left} {self.random.choice(['IN', 'NOT IN'])} ({', '.join(choices)})"
        if pick < 0.62:
            negated = self.random.choice(["", "NOT "])
            return f"{left} {negated}BETWEEN {self.literal(kind)} AND {self.expression(kind, scope, 0)}"
        if pick < 0.70:
            test = self.random.choice(["IS DISTINCT FROM", "IS NOT DISTINCT FROM"])
            return f"{left} {test} {self.expression(kind, scope, depth - 1)}"
        if pick < 0.74:
            word = self.random.choice(["TRUE", "FALSE", "NOT TRUE", "NOT FALSE", "UNKNOWN", "NOT UNKNOWN"])
            word = word.replace("UNKNOWN", "NULL")
            return f"({self.expression('bool', scope, depth - 1)}) IS {word}"
        if pick < 0.78 and kind in NUMERIC:
            other = self.random.choice(NUMERIC)
            return f"{left} {self.comparison()} {self.expression(other, scope, depth - 1)}"
        return f"{left} {self.comparison()} {self.expression(kind, scope, depth - 1)}"

    def comparison(self):
        return self.random.choice(["=", "=", "<>", "<", "<=", ">", ">="])

    # --- FROM
    def alias(self):
        self.alias_count += 1
        return f"a{self.alias_count}"

    def relation(self, depth):
        """(FROM text, scope) of one table, derived table or VALUES."""
        pick = self.random.random()
        name = self.alias()
        if depth > 0 and pick < 0.18:
            text, kinds = self.query(depth - 1)
            names = [f"d{i}" for i in range(len(kinds))]
            return f"({text}) AS {name}({', '.join(names)})", [(f"{name}.{n}", k) for n, k in zip(names, kinds)]
        if pick < 0.22:
            kinds = ["int", self.random.choice(TYPES)]
            rows = ", ".join("(" + ", ".join(self.literal(k) for k in kinds) + ")" for _ in range(self.random.randint(1, 3)))
            return f"(VALUES {rows}) AS {name}(v0, v1)", [(f"{name}.v0", kinds[0]), (f"{name}.v1", kinds[1])]
        table = self.random.choice(self.tables)
        return f"{table.name} AS {name}", [(f"{name}.{column}", kind) for column, kind in table.columns]

    def from_clause(self, depth):
        text, scope = self.relation(depth)
        for _ in range(self.random.choice([0, 0, 1, 1, 1, 2, 2, 3])):
            right, added = self.relation(depth)
            pick = self.random.random()
            if pick < 0.06:
                text, scope = f"{text} CROSS JOIN (SELECT * FROM {right} LIMIT 0) AS {self.alias()}", scope
                continue
            both = scope + added
            condition = self.join_condition(scope, added, both)
            kind = self.random.choice(["JOIN", "INNER JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
            text, scope = f"{text} {kind} {right} ON {condition}", both
        return text, scope

    def join_condition(self, left, right, both):
        parts = []
        for _ in range(self.random.choice([1, 1, 1, 2])):
            kind = self.random.choice(["int", "int", "int", "text", "date", "decimal"])
            ones = [t for t, k in left if k == kind]
            others = [t for t, k in right if k == kind]
            if ones and others:
                operator = "=" if self.random.random() < 0.93 else "IS NOT DISTINCT FROM"
                parts.append(f"{self.random.choice(ones)} {operator} {self.random.choice(others)}")
        if not parts:
            ones = [t for t, k in left if k == "int"] or ["1"]
            others = [t for t, k in right if k == "int"] or ["2"]
            parts.append(f"{self.random.choice(ones)} = {self.random.choice(others)}")
        if self.random.random() < 0.3:
            parts.append(self.condition(both, 1))
        return " AND ".join(parts)

    # --- subqueries in expressions
    def subquery_condition(self, scope):
        inner_from, inner = self.relation(0)
        correlated = [self.condition(inner, 1)] if self.random.random() < 0.5 else []
        kind = self.random.choice(["int", "int", "text"])
        outers = [t for t, k in scope if k == kind]
        inners = [t for t, k in inner if k == kind]
        if outers and inners and self.random.random() < 0.75:
            correlated.append(f"{self.random.choice(inners)} = {self.random.choice(outers)}")
            if self.random.random() < 0.25:
                correlated.append(self.condition(scope + inner, 1))
        where = f" WHERE {' AND '.join(correlated)}" if correlated else ""
        pick = self.random.random()
        if pick < 0.35:
            return f"{self.random.choice(['', 'NOT '])}EXISTS (SELECT 1 FROM {inner_from}{where})"
        value_kind = self.random.choice(["int", "int", "text", "decimal"])
        value = self.expression(value_kind, inner, 1)
        left = self.expression(value_kind, scope, 1)
        if pick < 0.65:
            return f"{left} {self.random.choice(['IN', 'NOT IN'])} (SELECT {value} FROM {inner_from}{where})"
        if pick < 0.75:
            return (f"{left} {self.comparison()} {self.random.choice(['ANY', 'ALL'])} "
                    f"(SELECT {value} FROM {inner_from}{where})")
        aggregate = self.random.choice(["min", "max"])
        if value_kind == "int" and self.random.random() < 0.5:
            aggregate = self.random.choice(["count", "sum"])
        return f"{left} {self.comparison()} (SELECT {aggregate}({value}) FROM {inner_from}{where})" \
            if not (aggregate in ("count", "sum") and value_kind != "int") else "true"

    def scalar_subquery(self, scope):
        """(text, kind) of an aggregate over rows tied to the outer ones by equality."""
        inner_from, inner = self.relation(0)
        outers = [t for t, k in scope if k == "int"]
        inners = [t for t, k in inner if k == "int"]
        where = f" WHERE {self.random.choice(inners)} = {self.random.choice(outers)}" if outers and inners else ""
        if where and self.random.random() < 0.3:
            where += f" AND {self.condition(inner, 1)}"
        text, kind = self.aggregate(inner)
        if self.random.random() < 0.15:
            text = f"coalesce({text}, {self.literal(kind)})"
        return f"(SELECT {text} FROM {inner_from}{where})", kind

    # --- aggregates and windows
    def aggregate(self, scope):
        pick = self.random.random()
        distinct = "DISTINCT " if self.random.random() < 0.2 else ""
        suffix = f" FILTER (WHERE {self.condition(scope, 1)})" if self.random.random() < 0.2 else ""
        if pick < 0.15:
            return f"count(*){suffix}", "bigint"
        if pick < 0.3:
            return f"count({distinct}{self.expression(self.random.choice(TYPES), scope, 1)}){suffix}", "bigint"
        if pick < 0.5:
            kind = self.random.choice(["int", "double", "decimal"])
            result = {"int": "bigint", "double": "double", "decimal": "decimal"}[kind]
            cast = "::BIGINT" if kind == "int" else "::DECIMAL(10,2)" if kind == "decimal" else ""
            inner = self.expression(kind, scope, 1)
            return f"(sum({distinct}{inner}){suffix}){cast}", result
        if pick < 0.6:
            return f"avg({distinct}{self.expression(self.random.choice(['int', 'double']), scope, 1)}){suffix}", "double"
        if pick < 0.68:
            name = self.random.choice(["bool_and", "bool_or"])
            return f"{name}({self.condition(scope, 1)}){suffix}", "bool"
        if pick < 0.76:
            inner = self.expression("text", scope, 1)
            return f"string_agg({distinct}{inner}, ',' ORDER BY {inner}){suffix}", "text"
        if pick < 0.8:
            name = self.random.choice(["stddev_samp", "var_pop", "stddev_pop", "median"])
            return f"{name}({self.expression('int', scope, 1)}){suffix}", "double"
        kind = self.random.choice(ORDERED)
        return f"{self.random.choice(['min', 'max'])}({self.expression(kind, scope, 1)}){suffix}", kind

    def window(self, scope):
        identities = [t for t, k in scope if t.endswith(".id")]
        partition = f"PARTITION BY {self.expression(self.random.choice(['int', 'text', 'bool']), scope, 1)}"
        if self.random.random() < 0.3:
            partition = ""
        key = self.expression(self.random.choice(["int", "text", "date"]), scope, 1)
        direction = self.random.choice(["", " DESC"]) + self.random.choice([" NULLS FIRST", " NULLS LAST"])
        total = ", ".join(f"{t} NULLS LAST" for t in identities)
        pick = self.random.random()
        if pick < 0.35 and total:
            kind = self.random.choice(TYPES)
            value = self.expression(kind, scope, 1)
            order = f"ORDER BY {key}{direction}, {total}"
            call = self.random.choice([
                ("row_number()", "bigint"), (f"lag({value})", kind), (f"lead({value}, 2)", kind),
                (f"first_value({value})", kind), (f"last_value({value})", kind),
                (f"lag({value}, 1, {self.literal(kind)})", kind)])
            if not self.is_unique_scope(scope):
                call = ("rank()", "bigint")
            return f"{call[0]} OVER ({partition} {order})", call[1]
        order = f"ORDER BY {key}{direction}" if self.random.random() < 0.7 else ""
        if order and pick < 0.6:
            return f"{self.random.choice(['rank', 'dense_rank'])}() OVER ({partition} {order})", "bigint"
        name, kind = self.random.choice([("count", "bigint"), ("sum", "bigint"), ("min", "int"), ("max", "int")])
        cast = "::BIGINT" if name == "sum" else ""
        return f"({name}({self.expression('int', scope, 1)}) OVER ({partition} {order})){cast}", kind

    @staticmethod
    def is_unique_scope(scope):
        """Whether ids tell all rows apart: every relation has one (a NULL id of an outer join is one row per partner)."""
        relations = {t.split(".")[0] for t, _ in scope}
        return relations == {t.split(".")[0] for t, _ in scope if t.endswith(".id")}

    # --- queries
    def where(self, scope):
        parts = []
        if self.random.random() < 0.5:
            parts.append(self.condition(scope))
        if self.random.random() < 0.3:
            parts.append(self.subquery_condition(scope))
        if len(parts) == 2 and self.random.random() < 0.2:
            return f" WHERE ({parts[0]} OR {parts[1]})"
        return f" WHERE {' AND '.join(parts)}" if parts else ""

    def plain_select(self, depth):
        text, scope = self.from_clause(depth)
        items = []
        for _ in range(self.random.randint(1, 4)):
            pick = self.random.random()
            if pick < 0.12:
                items.append(self.scalar_subquery(scope))
            elif pick < 0.24:
                items.append(self.window(scope))
            else:
                kind = self.random.choice(TYPES)
                items.append((self.expression(kind, scope), kind))
        distinct = "DISTINCT " if self.random.random() < 0.15 else ""
        names = ", ".join(item for item, _ in items)
        return f"SELECT {distinct}{names} FROM {text}{self.where(scope)}", [kind for _, kind in items]

    def grouped_select(self, depth):
        text, scope = self.from_clause(depth)
        keys = []
        for _ in range(self.random.choice([0, 1, 1, 2])):
            kind = self.random.choice(["int", "text", "bool", "date", "decimal"])
            columns = [t for t, k in scope if k == kind]
            if columns:
                keys.append((self.random.choice(columns) if self.random.random() < 0.7
                             else self.expression(kind, scope, 1), kind))
        items = keys + [self.aggregate(scope) for _ in range(self.random.randint(1, 3))]
        group = " GROUP BY " + ", ".join(str(i + 1) for i in range(len(keys))) if keys else ""
        having = ""
        if keys and self.random.random() < 0.3:
            having = f" HAVING {self.random.choice(['count(*) > 1', 'count(*) <= 3', 'min(1) IS NOT NULL'])}"
        names = ", ".join(item for item, _ in items)
        return f"SELECT {names} FROM {text}{self.where(scope)}{group}{having}", [kind for _, kind in items]

    def set_operation(self, depth):
        kinds = [self.random.choice(TYPES) for _ in range(self.random.randint(1, 3))]
        parts = []
        for _ in range(self.random.choice([2, 2, 3])):
            text, scope = self.from_clause(0)
            names = ", ".join(self.expression(kind, scope, 1) for kind in kinds)
            parts.append(f"SELECT {names} FROM {text}{self.where(scope)}")
        query = parts[0]
        for part in parts[1:]:
            word = self.random.choice(["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"])
            query = f"{query} {word} {part}"
        return query, kinds

    def query(self, depth=1):
        pick = self.random.random()
        if pick < 0.5:
            text, kinds = self.plain_select(depth)
        elif pick < 0.85:
            text, kinds = self.grouped_select(depth)
        else:
            text, kinds = self.set_operation(depth)
        if self.random.random() < 0.15:
            order = ", ".join(f"{i + 1} {self.random.choice(['', 'DESC '])}{self.random.choice(['NULLS FIRST', 'NULLS LAST'])}"
                              for i in range(len(kinds)))
            text += f" ORDER BY {order} LIMIT {self.random.randint(0, 8)}"
            if self.random.random() < 0.4:
                text += f" OFFSET {self.random.randint(0, 3)}"
        if self.random.random() < 0.08:
            text = f"WITH w AS ({text}) SELECT * FROM w"
        return text, kinds

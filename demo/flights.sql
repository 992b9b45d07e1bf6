-- All flights that left New York City in 2013: 336,776 rows, with airlines, airports, planes and hourly weather.
-- `make demo` puts the CSV files into demo-data/ and runs this script there.

-- Load the CSV files. Types are found in the data; NA means that a value is missing.
CREATE TABLE flights AS SELECT * FROM read_csv('flights.csv', nullstr = 'NA');
CREATE TABLE airlines AS SELECT * FROM 'airlines.csv';
CREATE TABLE airports AS SELECT * FROM 'airports.csv';
CREATE TABLE planes AS SELECT * FROM read_csv('planes.csv', nullstr = 'NA');
CREATE TABLE weather AS SELECT * FROM read_csv('weather.csv', nullstr = 'NA');

-- Save them as Parquet; the queries below use tables and files side by side.
COPY flights TO 'flights.parquet';
COPY weather TO 'weather.parquet';

-- 1. How much is there, in the table and in the file?
SELECT (SELECT count(*) FROM flights) AS in_table, (SELECT count(*) FROM 'flights.parquet') AS in_file,
       (SELECT count(*) FROM flights WHERE dep_time IS NULL) AS cancelled;

-- 2. The busiest routes.
SELECT origin, dest, count(*) AS flights, round(avg(air_time), 1) AS minutes_in_air
FROM flights GROUP BY origin, dest ORDER BY flights DESC, origin, dest LIMIT 5;

-- 3. Which airlines are late? Straight from the Parquet file.
SELECT a.name, count(*) AS flights, round(avg(f.arr_delay), 1) AS arrival_delay,
       round(100.0 * count(*) FILTER (WHERE f.arr_delay > 60) / count(*), 1) AS over_an_hour_percent
FROM 'flights.parquet' f JOIN airlines a USING (carrier)
GROUP BY a.name HAVING count(*) > 1000 ORDER BY arrival_delay DESC LIMIT 8;

-- 4. Delays through the day: leave early.
SELECT hour, count(*) AS flights, round(avg(dep_delay), 1) AS delay, median(dep_delay) AS typical_delay
FROM flights WHERE dep_delay IS NOT NULL GROUP BY hour ORDER BY hour;

-- 5. The three longest delays of each airport of departure.
SELECT origin, flight, carrier, dest, dep_delay
FROM (SELECT *, row_number() OVER (PARTITION BY origin ORDER BY dep_delay DESC, flight) AS place
      FROM flights WHERE dep_delay IS NOT NULL) ranked
WHERE place <= 3 ORDER BY origin, place;

-- 6. Wind and delays, from two Parquet files.
SELECT CASE WHEN w.wind_speed < 5 THEN 'calm' WHEN w.wind_speed < 15 THEN 'breeze' WHEN w.wind_speed < 25 THEN 'wind'
            ELSE 'storm' END AS weather,
       count(*) AS flights, round(avg(f.dep_delay), 1) AS delay
FROM 'flights.parquet' f
JOIN 'weather.parquet' w ON w.origin = f.origin AND w.year = f.year AND w.month = f.month AND w.day = f.day
                        AND w.hour = f.hour
WHERE w.wind_speed IS NOT NULL GROUP BY 1 ORDER BY delay;

-- 7. Destinations that the list of airports does not know.
SELECT dest, count(*) AS flights FROM flights f
WHERE NOT EXISTS (SELECT 1 FROM airports a WHERE a.faa = f.dest) GROUP BY dest ORDER BY flights DESC, dest;

-- 8. How old are the planes, by maker?
WITH used AS (SELECT DISTINCT tailnum FROM flights WHERE tailnum IS NOT NULL)
SELECT p.manufacturer, count(*) AS planes, min(p.year) AS oldest, round(avg(2013 - p.year), 1) AS age
FROM used JOIN planes p USING (tailnum) WHERE p.year IS NOT NULL
GROUP BY p.manufacturer HAVING count(*) >= 50 ORDER BY planes DESC;

-- 9. Month by month: flights, and the change from the month before.
SELECT month, flights, flights - lag(flights) OVER (ORDER BY month) AS change,
       round(100.0 * flights / sum(flights) OVER (), 1) AS percent_of_year
FROM (SELECT month, count(*) AS flights FROM flights GROUP BY month) months ORDER BY month;

-- 10. A transaction: what if the worst airline stopped flying? Nothing of it stays.
BEGIN;
DELETE FROM flights WHERE carrier = (SELECT carrier FROM flights GROUP BY carrier ORDER BY avg(arr_delay) DESC LIMIT 1);
SELECT count(*) AS flights, round(avg(arr_delay), 2) AS arrival_delay FROM flights;
ROLLBACK;
SELECT count(*) AS flights, round(avg(arr_delay), 2) AS arrival_delay FROM flights;

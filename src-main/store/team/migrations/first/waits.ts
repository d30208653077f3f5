/**
 * A person sets the time limits of their own session, and everybody may take some locks: so who waits for a lock ends the
 * session that keeps it. No desk keeps one that long: its statements end after 15 seconds, its idle transactions after 10. A
 * migration may, which is an admin's.
 */
export const waits = `
-- Who is at the end of the line that this session waits in. What pg_stat_activity says is kept within a transaction.
CREATE FUNCTION blockers_of(p_pid int) RETURNS TABLE (pid int, login text) LANGUAGE plpgsql VOLATILE
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM pg_stat_clear_snapshot();
  RETURN QUERY
    WITH RECURSIVE line (pid) AS (
      SELECT unnest(pg_blocking_pids(p_pid))
      UNION
      SELECT b FROM line, unnest(pg_blocking_pids(line.pid)) b
    )
    SELECT a.pid, a.usename::text FROM line JOIN pg_stat_activity a ON a.pid = line.pid
      WHERE cardinality(pg_blocking_pids(line.pid)) = 0;
END $f$;

-- In how many minutes of the last hour: several desks may wait for the same.
CREATE FUNCTION times_ended(p_login text) RETURNS bigint LANGUAGE sql STABLE SET search_path = agency_desk, pg_temp
  RETURN (SELECT count(DISTINCT date_trunc('minute', at)) FROM ended_session WHERE login = p_login);

-- For the third time within an hour this person may only read from then on, until an admin gives the role back.
CREATE FUNCTION end_held(p_login text, p_pids int[]) RETURNS void LANGUAGE plpgsql
  SET search_path = agency_desk, pg_temp SET lock_timeout = '5s' AS $f$
BEGIN
  DELETE FROM ended_session WHERE at < clock_timestamp() - interval '1 hour';
  INSERT INTO ended_session (login) VALUES (p_login);
  BEGIN
    IF times_ended(p_login) >= 3 THEN
      PERFORM set_group(p_login, 'reader');
    END IF;
    PERFORM end_sessions(p_login);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- an administrator of the server has to
  END;
  BEGIN
    -- A login that somebody else made.
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY (p_pids) AND usename = p_login;
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- as above
  END;
  BEGIN
    -- First what every write locks first.
    PERFORM begin_turn();
    UPDATE person SET role = 'reader' WHERE login = p_login AND role <> 'reader' AND times_ended(p_login) >= 3
      AND EXISTS (SELECT FROM groups_of(p_login) WHERE part = 'reader');
  EXCEPTION WHEN lock_not_available THEN
    NULL; -- the next time
  END;
END $f$;

-- For a session of one's own that waits: watches what it waits for, for 12 seconds at most, and ends the sessions of a person
-- (never an admin) who stopped it for eight of them. Of a person only what lasts counts: who works in many short transactions
-- lets others in between, and another person could wait behind them on purpose. Returns the logins of those people.
CREATE FUNCTION end_blockers(p_pid bigint) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  looks jsonb := '{}';
  idle bigint := 0;
  ended text[] := '{}';
  found record;
BEGIN
  PERFORM refuse_removed();
  FOR look IN 1 .. 48 LOOP
    EXIT WHEN idle > 8 OR NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = p_pid AND usename = session_user);
    idle := idle + 1;
    -- The number of a transaction is of its session; zero where a session keeps a lock without one.
    FOR found IN SELECT b.login, array_agg(b.pid) AS pids, array_agg(b.pid || ' ' || coalesce((
        SELECT min(virtualtransaction) FROM pg_locks l WHERE l.pid = b.pid), '')) AS works FROM blockers_of(p_pid::int) b
      JOIN person p ON p.login = b.login AND p.role <> 'admin' GROUP BY b.login LOOP
      idle := 0;
      SELECT looks || jsonb_object_agg(work, coalesce((looks ->> work)::bigint, 0) + 1) INTO looks FROM unnest(found.works) work;
      CONTINUE WHEN NOT EXISTS (SELECT FROM unnest(found.works) work WHERE (looks ->> work)::bigint > 4);
      looks := looks || jsonb_build_object(found.login, coalesce((looks ->> found.login)::bigint, 0) + 1);
      IF (looks ->> found.login)::bigint >= 28 THEN
        PERFORM end_held(found.login, found.pids);
        ended := ended || found.login;
      END IF;
    END LOOP;
    EXIT WHEN cardinality(ended) > 0;
    PERFORM pg_sleep(0.25);
  END LOOP;
  RETURN ended;
END $f$;
`

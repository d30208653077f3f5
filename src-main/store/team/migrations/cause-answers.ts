/** What people said of drops: one row a drop. */
export const causeAnswers = `
CREATE TABLE cause_answer (
  id text COLLATE "C" PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  keyword text COLLATE "C" NOT NULL, day bigint NOT NULL, is_named bigint NOT NULL, kind text COLLATE "C",
  text text COLLATE "C", at_ms bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C",
  changed_at_ms bigint
);
INSERT INTO team_table (name, key_columns, brand_column) VALUES ('cause_answer', '{id}', 'brand_id');
SELECT note_changes_of('cause_answer');
SELECT check_columns_of('cause_answer', '{"keyword": 2000, "text": 200, "kind": ["measuring", "one-slice", "many-brands",
  "own-action", "whole-site", "topic", "one-page", "another-page", "results-page", "demand"]}');
CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON cause_answer FOR EACH ROW EXECUTE FUNCTION guard_signature();
COMMENT ON TRIGGER guard_signature ON cause_answer IS 'signed';

CREATE POLICY by_brand ON cause_answer USING (
  CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id = ANY ((SELECT my_brands())::text[]) END);
ALTER TABLE cause_answer ENABLE ROW LEVEL SECURITY;

DO $rights$
BEGIN
  EXECUTE format('GRANT SELECT ON cause_answer TO %I', role_of_team('reader'));
  EXECUTE format('GRANT INSERT, UPDATE (is_named, kind, text, at_ms, changed_by, changed_at_ms), DELETE ON cause_answer TO %I',
    role_of_team('writer'));
  PERFORM make_writes_of('cause_answer');
  EXECUTE format('GRANT EXECUTE ON FUNCTION put_cause_answer, drop_cause_answer TO %I', role_of_team('writer'));
END $rights$;
`

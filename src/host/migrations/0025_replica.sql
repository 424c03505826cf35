-- How many writes an account has made, moved by the write's own transaction: a replica that shows the same number has all of them.
CREATE TABLE write_mark (
  account_id bigint PRIMARY KEY REFERENCES sys_user ON DELETE CASCADE, n bigint NOT NULL, at timestamptz NOT NULL
) WITH (fillfactor = 50);

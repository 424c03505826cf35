-- When a one-time password was given, so that it ends (account/tables.ts); null: it is one's own, or there is none yet. Those that were given before count from now.
ALTER TABLE sys_user ADD COLUMN one_time_at timestamptz;
UPDATE sys_user SET one_time_at = now() WHERE must_change_password AND password_hash <> '!';

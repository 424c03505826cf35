CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS citext;
--> statement-breakpoint
-- One id sequence for every row that can stand in an ambiguous /sys/{id} path: accounts and dictionaries (domain.md).
CREATE SEQUENCE sys_id_seq START 1000;
--> statement-breakpoint
CREATE TABLE sys_entity (
  id bigint PRIMARY KEY DEFAULT nextval('sys_id_seq'),
  kind text NOT NULL CHECK (kind IN ('user', 'dict')),
  UNIQUE (id, kind)
);
--> statement-breakpoint
CREATE TABLE sys_user (
  id bigint PRIMARY KEY,
  kind text NOT NULL DEFAULT 'user' CHECK (kind = 'user'),
  username citext NOT NULL,
  password_hash text NOT NULL,
  nickname text,
  gender smallint NOT NULL DEFAULT 0 CHECK (gender IN (0, 1, 2)),
  mobile text,
  email citext,
  avatar text,
  role smallint NOT NULL CONSTRAINT sys_user_role_known CHECK (role BETWEEN 1 AND 4),
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (0, 1)),
  must_change_password boolean NOT NULL DEFAULT false,
  last_login_at timestamptz,
  last_login_ip inet,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by bigint,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by bigint,
  deleted_at timestamptz,
  FOREIGN KEY (id, kind) REFERENCES sys_entity (id, kind)
);
--> statement-breakpoint
CREATE UNIQUE INDEX sys_user_username_uq ON sys_user (username) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX sys_user_mobile_uq ON sys_user (mobile) WHERE deleted_at IS NULL AND mobile IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX sys_user_email_uq ON sys_user (email) WHERE deleted_at IS NULL AND email IS NOT NULL;
--> statement-breakpoint
-- A session is a family of tokens: signing in makes it, refreshing adds to it, ending it ends every token at once.
CREATE TABLE sys_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES sys_user,
  remember_me boolean NOT NULL,
  idle_seconds int NOT NULL CHECK (idle_seconds > 0),
  ip inet,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoke_reason text
);
--> statement-breakpoint
CREATE INDEX sys_session_user ON sys_session (user_id) WHERE revoked_at IS NULL;
--> statement-breakpoint
-- Only the SHA-256 of a token is kept. used_at: when a refresh token was exchanged for its one successor.
CREATE TABLE sys_token (
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sys_session ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX sys_token_session ON sys_token (session_id);
--> statement-breakpoint
CREATE TABLE sys_captcha (
  key text PRIMARY KEY,
  answer_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE sys_verification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL,
  contact text NOT NULL,
  contact_type text NOT NULL CHECK (contact_type IN ('MOBILE', 'EMAIL')),
  user_id bigint REFERENCES sys_user,
  code_hash bytea NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- What guards an account is counted here, shared by every instance.
CREATE TABLE sys_counter (
  key text PRIMARY KEY,
  n int NOT NULL,
  reset_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE sys_dict (
  id bigint PRIMARY KEY,
  kind text NOT NULL DEFAULT 'dict' CHECK (kind = 'dict'),
  -- every first segment below /sys is reserved, so a dictionary can never shadow a call
  dict_code text NOT NULL UNIQUE CHECK (dict_code ~ '^[a-z][a-z0-9_]{1,49}$' AND dict_code NOT IN
    ('users', 'captcha', 'sms', 'page', 'me', 'login', 'logout', 'routes', 'password', 'mobile', 'email', 'options', 'export', 'import', 'template')),
  name text NOT NULL,
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (0, 1)),
  remark text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (id, kind) REFERENCES sys_entity (id, kind)
);
--> statement-breakpoint
CREATE TABLE sys_dict_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dict_code text NOT NULL REFERENCES sys_dict (dict_code) ON UPDATE CASCADE ON DELETE CASCADE,
  value text NOT NULL,
  label text NOT NULL,
  label_en text,
  tag_type text CHECK (tag_type IN ('success', 'warning', 'info', 'primary', 'danger')),
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (0, 1)),
  sort int NOT NULL DEFAULT 0,
  remark text,
  UNIQUE (dict_code, value)
);
--> statement-breakpoint
CREATE TABLE audit_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id bigint,
  actor_role smallint,
  session_id uuid,
  ip inet,
  user_agent text,
  action text NOT NULL,
  entity text,
  entity_id text,
  hospital_id bigint,
  ok boolean NOT NULL,
  error_code text,
  before jsonb,
  after jsonb,
  request_id text,
  ms int
);
--> statement-breakpoint
CREATE INDEX audit_event_entity ON audit_event (entity, entity_id, id);
--> statement-breakpoint
CREATE INDEX audit_event_actor ON audit_event (actor_id, id);
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE user_pref (
  user_id bigint NOT NULL REFERENCES sys_user,
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (user_id, key)
);
--> statement-breakpoint
-- One row per intention of a person; a repeat is answered from it (reliability.md, decision 6).
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL REFERENCES sys_user,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
--> statement-breakpoint
CREATE TABLE saved_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES sys_user,
  screen text NOT NULL,
  name text NOT NULL,
  query jsonb NOT NULL,
  columns jsonb NOT NULL,
  shared_role smallint,
  shared_hospital bigint,
  pinned boolean NOT NULL DEFAULT false,
  sort int NOT NULL DEFAULT 0,
  UNIQUE (owner_id, screen, name)
);
--> statement-breakpoint
CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES sys_user,
  kind text NOT NULL,
  title text NOT NULL,
  link text,
  payload jsonb,
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX notice_user ON notice (user_id, id) WHERE read_at IS NULL;

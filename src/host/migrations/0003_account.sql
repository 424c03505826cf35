-- The second step of signing in: a time-based code (RFC 6238) or an SMS, beside the password.
ALTER TABLE sys_user
  -- encrypted with a key derived from the secret of the house; in force once confirmed
  ADD COLUMN totp_secret bytea,
  ADD COLUMN totp_confirmed_at timestamptz,
  -- the last time step that was used: a code serves once
  ADD COLUMN totp_step bigint,
  ADD COLUMN sms_step boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE TABLE sys_recovery_code (
  user_id bigint NOT NULL REFERENCES sys_user,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
--> statement-breakpoint
CREATE INDEX sys_verification_contact ON sys_verification (contact, created_at);
--> statement-breakpoint
CREATE INDEX sys_verification_user ON sys_verification (user_id);
--> statement-breakpoint
-- Between the password and the second step: who it is is known, but there is no session yet.
CREATE TABLE sys_challenge (
  hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES sys_user,
  remember_me boolean NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE sys_dict ADD CONSTRAINT sys_dict_code_free CHECK (dict_code NOT IN
  ('sessions', 'second', 'items', 'form', 'sys', 'orders', 'caregivers', 'hospitals', 'audit', 'statistics', 'dashboard', 'endpoints', 'openapi', 'patients', 'drafts', 'live'));
--> statement-breakpoint
-- Each line of the audit carries the hash of the one before it, in the order of `seq`; a changed, removed or inserted line breaks the chain.
ALTER TABLE audit_event ADD COLUMN seq bigint, ADD COLUMN hash bytea;
--> statement-breakpoint
CREATE UNIQUE INDEX audit_event_seq ON audit_event (seq);
--> statement-breakpoint
CREATE INDEX audit_event_action ON audit_event (action, id);

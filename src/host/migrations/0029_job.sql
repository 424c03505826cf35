-- Work that outlives the process it was given to (src/host/job): whoever has room takes the next, and holds it as long as it says so. A row is one intention of a person (`user_id`, `key`) or one thing that comes back (`user_id` 0).
CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  user_id bigint NOT NULL DEFAULT 0,
  session_id uuid,
  key text NOT NULL,
  -- of what was asked: a repeat under the same key must equal it
  hash bytea,
  -- what was asked, and its file; gone when the job has ended, for they hold what people have sent
  ask text,
  file bytea,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  rows int NOT NULL DEFAULT 0,
  total int,
  -- a fault of the catalogue with its values
  error text,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- moves with each taking and never back: who holds an older number has lost the job, and can write nothing in its name
  attempt int NOT NULL DEFAULT 0,
  -- takings since it was given or last ended well
  tries int NOT NULL DEFAULT 0,
  holder text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (user_id, key)
);
--> statement-breakpoint
CREATE INDEX job_due ON job (run_at) WHERE state IN ('waiting', 'running');

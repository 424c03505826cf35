-- When the account had last been signed in before this session began; null in its first one. Of sessions that live already: when the one before began, where it is still kept.
ALTER TABLE sys_session ADD COLUMN previous_login_at timestamptz;
--> statement-breakpoint
UPDATE sys_session s SET previous_login_at = coalesce(p.at, u.last_login_at)
FROM (SELECT id, lag(created_at) OVER (PARTITION BY user_id ORDER BY created_at) AS at FROM sys_session) p, sys_user u
WHERE p.id = s.id AND u.id = s.user_id AND s.revoked_at IS NULL AND s.expires_at > now();

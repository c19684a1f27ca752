-- The tables of LMS after all migrations, for readers only: written by `npm run schema`.
-- The installation has the schema `core`; each client has the tables of `client` in its own schema.

CREATE OR REPLACE FUNCTION core.tags_text(tags text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(tags, ' '::text);

CREATE TABLE core.access_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  client_id uuid,
  public_id text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT access_tokens_public_id_key UNIQUE (public_id),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
);

CREATE TABLE core.answered_challenges (
  challenge_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT answered_challenges_pkey PRIMARY KEY (challenge_hash)
);

CREATE TABLE core.api_keys (
  id uuid NOT NULL,
  lineage uuid NOT NULL,
  client_id uuid NOT NULL,
  public_id text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  allowed_origins text[] NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  rotated_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_public_id_key UNIQUE (public_id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_allowed_origins_check CHECK ((cardinality(allowed_origins) > 0)),
  CONSTRAINT api_keys_status_check CHECK ((status = ANY (ARRAY['active'::text, 'rotated'::text, 'revoked'::text])))
);

CREATE TABLE core.audit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  request_id text,
  actor_id uuid,
  actor_role text,
  client_id uuid,
  action text NOT NULL,
  object_id uuid,
  details jsonb,
  address text,
  CONSTRAINT audit_pkey PRIMARY KEY (id)
);

CREATE TABLE core.authenticator_apps (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  secret text NOT NULL,
  last_step integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (id)
);

CREATE TABLE core.calendar_feeds (
  user_id uuid NOT NULL,
  public_id text NOT NULL,
  secret_hash bytea NOT NULL,
  names_leads boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_read_at timestamp with time zone,
  CONSTRAINT calendar_feeds_public_id_key UNIQUE (public_id),
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id)
);

CREATE TABLE core.clients (
  id uuid NOT NULL,
  client_name text NOT NULL,
  schema_name text NOT NULL,
  role_name text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  subscription_start_date date,
  subscription_end_date date,
  amount_paid numeric(14,2),
  time_zone text DEFAULT 'Asia/Kolkata'::text NOT NULL,
  country text DEFAULT 'IN'::text NOT NULL,
  version text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  digested_on date,
  active_before_removal boolean,
  managers_see text DEFAULT 'company'::text NOT NULL,
  salesreps_see text DEFAULT 'company'::text NOT NULL,
  hints_of_colleagues boolean DEFAULT true NOT NULL,
  second_factor_for text DEFAULT 'nobody'::text NOT NULL,
  second_factor_from date,
  exports_by text DEFAULT 'everyone'::text NOT NULL,
  salesrep_contacts text DEFAULT 'full'::text NOT NULL,
  year_begins smallint DEFAULT 4 NOT NULL,
  CONSTRAINT clients_role_name_key UNIQUE (role_name),
  CONSTRAINT clients_schema_name_key UNIQUE (schema_name),
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_amount_paid_check CHECK ((amount_paid >= (0)::numeric)),
  CONSTRAINT clients_exports_by_check CHECK ((exports_by = ANY (ARRAY['everyone'::text, 'managers'::text, 'admins'::text]))),
  CONSTRAINT clients_managers_see_check CHECK ((managers_see = ANY (ARRAY['company'::text, 'team'::text, 'own'::text]))),
  CONSTRAINT clients_salesrep_contacts_check CHECK ((salesrep_contacts = ANY (ARRAY['full'::text, 'masked'::text]))),
  CONSTRAINT clients_salesreps_see_check CHECK ((salesreps_see = ANY (ARRAY['company'::text, 'team'::text, 'own'::text]))),
  CONSTRAINT clients_schema_name_check CHECK ((schema_name ~ '^[a-z][a-z0-9_]{2,40}$'::text)),
  CONSTRAINT clients_second_factor_for_check CHECK ((second_factor_for = ANY (ARRAY['nobody'::text, 'admins'::text, 'everyone'::text]))),
  CONSTRAINT clients_year_begins_check CHECK (((year_begins >= 1) AND (year_begins <= 12)))
);

CREATE TABLE core.deliveries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  client_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  object_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  not_before timestamp with time zone DEFAULT now() NOT NULL,
  done_at timestamp with time zone,
  device_id uuid,
  CONSTRAINT deliveries_once UNIQUE NULLS NOT DISTINCT (user_id, kind, channel, object_id, due_at, device_id),
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_channel_check CHECK (((channel = ANY (ARRAY['page'::text, 'mail'::text, 'push'::text])) AND ((channel = 'push'::text) = (device_id IS NOT NULL)))),
  CONSTRAINT deliveries_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'digest'::text, 'weekly'::text, 'lead'::text])))
);

CREATE TABLE core.email_changes (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  email_norm text NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_changes_user_id_key UNIQUE (user_id),
  CONSTRAINT email_changes_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE core.installation (
  id text NOT NULL,
  app_role text NOT NULL,
  all_role text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  token_key text DEFAULT encode(sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)), 'hex'::text) NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (id)
);

CREATE TABLE core.invitations (
  token_hash bytea NOT NULL,
  email text NOT NULL,
  email_norm text NOT NULL,
  role_id uuid NOT NULL,
  client_id uuid,
  invited_by uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE core.kept_answers (
  user_id uuid NOT NULL,
  operation text NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  answer text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT kept_answers_pkey PRIMARY KEY (user_id, operation, key_hash)
);

CREATE TABLE core.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  older_may_serve boolean DEFAULT false NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE core.passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  relying_party text NOT NULL,
  credential_id text NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);

CREATE TABLE core.password_resets (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE core.provider_domains (
  domain text NOT NULL,
  client_id uuid NOT NULL,
  CONSTRAINT provider_domains_pkey PRIMARY KEY (domain)
);

CREATE TABLE core.provider_logouts (
  client_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_logouts_pkey PRIMARY KEY (client_id, token_hash)
);

CREATE TABLE core.provider_people (
  client_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_people_pkey PRIMARY KEY (client_id, issuer, subject)
);

CREATE TABLE core.provider_sign_ins (
  browser_hash bytea NOT NULL,
  client_id uuid NOT NULL,
  issuer text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  user_id uuid,
  provider_session text,
  has_factor boolean DEFAULT false NOT NULL,
  failure text,
  CONSTRAINT provider_sign_ins_pkey PRIMARY KEY (browser_hash)
);

CREATE TABLE core.providers (
  client_id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  app_id text NOT NULL,
  secret text,
  newcomers text NOT NULL,
  role text NOT NULL,
  role_claim text,
  admin_value text,
  manager_value text,
  salesrep_value text,
  is_only boolean NOT NULL,
  asks_factor boolean NOT NULL,
  CONSTRAINT providers_pkey PRIMARY KEY (client_id),
  CONSTRAINT providers_newcomers_check CHECK ((newcomers = ANY (ARRAY['invited'::text, 'domain'::text]))),
  CONSTRAINT providers_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'salesrep'::text])))
);

CREATE TABLE core.public_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject bytea NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT public_requests_pkey PRIMARY KEY (id)
);

CREATE TABLE core.push_devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint_hash bytea NOT NULL,
  subscription text NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  last_sent_at timestamp with time zone,
  CONSTRAINT push_devices_endpoint_hash_key UNIQUE (endpoint_hash),
  CONSTRAINT push_devices_pkey PRIMARY KEY (id)
);

CREATE TABLE core.recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE core.roles (
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  CONSTRAINT roles_name_key UNIQUE (name),
  CONSTRAINT roles_pkey PRIMARY KEY (id)
);

CREATE TABLE core.scim_tokens (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  public_id text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT scim_tokens_public_id_key UNIQUE (public_id),
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (client_id)
);

CREATE TABLE core.scim_users (
  client_id uuid NOT NULL,
  user_id uuid NOT NULL,
  external_id text,
  user_name text,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT scim_users_pkey PRIMARY KEY (client_id, user_id)
);

CREATE TABLE core.service_tokens (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  public_id text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT service_tokens_public_id_key UNIQUE (public_id),
  CONSTRAINT service_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT service_tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
);

CREATE TABLE core.sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  access_hash bytea NOT NULL,
  previous_access_hash bytea,
  access_expires_at timestamp with time zone NOT NULL,
  refresh_counter integer DEFAULT 0 NOT NULL,
  refresh_hash bytea NOT NULL,
  previous_refresh_hash bytea,
  rotated_at timestamp with time zone DEFAULT now() NOT NULL,
  idle_expires_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  device text,
  address text,
  proven_at timestamp with time zone DEFAULT now() NOT NULL,
  provider_of uuid,
  provider_session text,
  factor_at_provider boolean DEFAULT false NOT NULL,
  is_presented boolean DEFAULT true NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE core.sign_in_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account bytea NOT NULL,
  address text NOT NULL,
  failed boolean NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (id)
);

CREATE TABLE core.source_refusals (
  source_id uuid NOT NULL,
  wrong_secrets integer DEFAULT 1 NOT NULL,
  wrong_secret_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT source_refusals_pkey PRIMARY KEY (source_id)
);

CREATE TABLE core.sources (
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  credentials jsonb DEFAULT '{}'::jsonb NOT NULL,
  product_id uuid,
  owner_id uuid,
  lead_source text,
  mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  pull_at timestamp with time zone DEFAULT now() NOT NULL,
  pulled_until timestamp with time zone,
  pulled_at timestamp with time zone,
  pull_outcome text,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  creates_leads boolean DEFAULT true NOT NULL,
  ring jsonb,
  CONSTRAINT sources_pkey PRIMARY KEY (id),
  CONSTRAINT sources_kind_check CHECK ((kind = ANY (ARRAY['google_ads'::text, 'indiamart'::text, 'justdial'::text, 'facebook'::text, 'other'::text, 'exotel'::text, 'knowlarity'::text, 'twilio'::text, 'asterisk'::text, 'telephony'::text])))
);

CREATE TABLE core.trusted_devices (
  user_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT trusted_devices_pkey PRIMARY KEY (user_id, device_hash)
);

CREATE TABLE core.users (
  id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  email_norm text NOT NULL,
  password_hash text NOT NULL,
  role_id uuid NOT NULL,
  client_id uuid,
  phone text,
  date_of_birth date,
  is_active boolean DEFAULT true NOT NULL,
  created_by uuid,
  created_users integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  notify_email boolean DEFAULT true NOT NULL,
  notify_reminders boolean DEFAULT true NOT NULL,
  notify_weekly boolean DEFAULT false NOT NULL,
  whose_day text,
  manager_id uuid,
  notify_leads boolean DEFAULT false NOT NULL,
  second_factor_since timestamp with time zone,
  keeps_password boolean DEFAULT false NOT NULL,
  push_names boolean DEFAULT true NOT NULL,
  push_without text[] DEFAULT '{}'::text[] NOT NULL,
  agent_number text,
  CONSTRAINT users_email_norm_key UNIQUE (email_norm),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_not_own_manager CHECK ((manager_id <> id)),
  CONSTRAINT users_whose_day_check CHECK ((whose_day = ANY (ARRAY['me'::text, 'team'::text])))
);
CREATE INDEX access_tokens_client ON core.access_tokens USING btree (client_id);
CREATE INDEX access_tokens_user ON core.access_tokens USING btree (user_id, created_at DESC);
CREATE INDEX api_keys_client ON core.api_keys USING btree (client_id, created_at DESC);
CREATE UNIQUE INDEX api_keys_living ON core.api_keys USING btree (lineage) WHERE (status = 'active'::text);
CREATE INDEX api_keys_origins ON core.api_keys USING gin (allowed_origins) WHERE (status = 'active'::text);
CREATE INDEX audit_action ON core.audit USING btree (action, at);
CREATE INDEX audit_at ON core.audit USING btree (at);
CREATE INDEX audit_client ON core.audit USING btree (client_id, at, id);
CREATE INDEX authenticator_apps_user ON core.authenticator_apps USING btree (user_id);
CREATE INDEX deliveries_client ON core.deliveries USING btree (client_id);
CREATE INDEX deliveries_created ON core.deliveries USING btree (created_at);
CREATE INDEX deliveries_waiting ON core.deliveries USING btree (channel, ((kind <> 'reminder'::text)), not_before) WHERE (done_at IS NULL);
CREATE INDEX invitations_client ON core.invitations USING btree (client_id);
CREATE INDEX invitations_email ON core.invitations USING btree (email_norm);
CREATE UNIQUE INDEX invitations_id ON core.invitations USING btree (id);
CREATE INDEX invitations_inviter ON core.invitations USING btree (invited_by);
CREATE INDEX kept_answers_age ON core.kept_answers USING btree (created_at);
CREATE INDEX passkeys_user ON core.passkeys USING btree (user_id);
CREATE INDEX password_resets_user ON core.password_resets USING btree (user_id);
CREATE INDEX provider_domains_client ON core.provider_domains USING btree (client_id);
CREATE UNIQUE INDEX provider_people_user ON core.provider_people USING btree (user_id, issuer);
CREATE INDEX provider_sign_ins_expiry ON core.provider_sign_ins USING btree (expires_at);
CREATE INDEX public_requests_at ON core.public_requests USING btree (at);
CREATE INDEX public_requests_subject ON core.public_requests USING btree (subject, at);
CREATE INDEX push_devices_seen ON core.push_devices USING btree (seen_at);
CREATE INDEX push_devices_session ON core.push_devices USING btree (session_id);
CREATE INDEX push_devices_user ON core.push_devices USING btree (user_id);
CREATE UNIQUE INDEX scim_users_external ON core.scim_users USING btree (client_id, external_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX scim_users_name ON core.scim_users USING btree (client_id, lower(user_name)) WHERE (removed_at IS NULL);
CREATE INDEX scim_users_user ON core.scim_users USING btree (user_id);
CREATE INDEX service_tokens_client ON core.service_tokens USING btree (client_id, created_at DESC) WHERE (removed_at IS NULL);
CREATE INDEX service_tokens_creator ON core.service_tokens USING btree (created_by);
CREATE INDEX sessions_expiry ON core.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON core.sessions USING btree (user_id, created_at);
CREATE INDEX sign_in_attempts_account ON core.sign_in_attempts USING btree (account, at);
CREATE INDEX sign_in_attempts_address ON core.sign_in_attempts USING btree (address, at);
CREATE INDEX sign_in_attempts_at ON core.sign_in_attempts USING btree (at);
CREATE INDEX sources_client ON core.sources USING btree (client_id, created_at DESC);
CREATE INDEX sources_creator ON core.sources USING btree (created_by);
CREATE UNIQUE INDEX users_agent_number ON core.users USING btree (client_id, agent_number) WHERE (agent_number IS NOT NULL);
CREATE INDEX users_client ON core.users USING btree (client_id, first_name, last_name);
CREATE INDEX users_created_by ON core.users USING btree (created_by);
CREATE INDEX users_manager ON core.users USING btree (manager_id) WHERE (manager_id IS NOT NULL);
CREATE INDEX users_role ON core.users USING btree (role_id);
ALTER TABLE core.access_tokens ADD CONSTRAINT access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.access_tokens ADD CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.api_keys ADD CONSTRAINT api_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.api_keys ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.users(id) ON DELETE SET NULL;
ALTER TABLE core.authenticator_apps ADD CONSTRAINT authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.calendar_feeds ADD CONSTRAINT calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.deliveries ADD CONSTRAINT deliveries_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.deliveries ADD CONSTRAINT deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.email_changes ADD CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.invitations ADD CONSTRAINT invitations_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.invitations ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.invitations ADD CONSTRAINT invitations_role_id_fkey FOREIGN KEY (role_id) REFERENCES core.roles(id);
ALTER TABLE core.passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.password_resets ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.provider_domains ADD CONSTRAINT provider_domains_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.providers(client_id) ON DELETE CASCADE;
ALTER TABLE core.provider_logouts ADD CONSTRAINT provider_logouts_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.providers(client_id) ON DELETE CASCADE;
ALTER TABLE core.provider_people ADD CONSTRAINT provider_people_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.providers(client_id) ON DELETE CASCADE;
ALTER TABLE core.provider_people ADD CONSTRAINT provider_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.provider_sign_ins ADD CONSTRAINT provider_sign_ins_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.providers(client_id) ON DELETE CASCADE;
ALTER TABLE core.provider_sign_ins ADD CONSTRAINT provider_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.providers ADD CONSTRAINT providers_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.push_devices ADD CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES core.sessions(id) ON DELETE CASCADE;
ALTER TABLE core.push_devices ADD CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.scim_tokens ADD CONSTRAINT scim_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.scim_users ADD CONSTRAINT scim_users_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.scim_users ADD CONSTRAINT scim_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE core.service_tokens ADD CONSTRAINT service_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.service_tokens ADD CONSTRAINT service_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.users(id) ON DELETE SET NULL;
ALTER TABLE core.sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.source_refusals ADD CONSTRAINT source_refusals_source_id_fkey FOREIGN KEY (source_id) REFERENCES core.sources(id) ON DELETE CASCADE;
ALTER TABLE core.sources ADD CONSTRAINT sources_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.sources ADD CONSTRAINT sources_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.users(id) ON DELETE SET NULL;
ALTER TABLE core.trusted_devices ADD CONSTRAINT trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES core.users(id) ON DELETE CASCADE;
ALTER TABLE core.users ADD CONSTRAINT users_client_id_fkey FOREIGN KEY (client_id) REFERENCES core.clients(id) ON DELETE CASCADE;
ALTER TABLE core.users ADD CONSTRAINT users_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.users(id) ON DELETE SET NULL;
ALTER TABLE core.users ADD CONSTRAINT users_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES core.users(id) ON DELETE SET NULL;
ALTER TABLE core.users ADD CONSTRAINT users_role_id_fkey FOREIGN KEY (role_id) REFERENCES core.roles(id);

CREATE OR REPLACE FUNCTION client.note_changed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE ids uuid[] := ARRAY(SELECT id FROM changed);
    BEGIN
      INSERT INTO client.changed_rows (place, id) SELECT regexp_replace(TG_TABLE_NAME, '_\d+$', ''), unnest(ids);
      RETURN NULL;
    END $function$;
CREATE OR REPLACE FUNCTION client.note_changed_table()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN
      INSERT INTO client.changed_rows (place) VALUES (regexp_replace(TG_TABLE_NAME, '_\d+$', ''));
      RETURN NULL;
    END $function$;

CREATE TABLE client.absences (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  first_day date NOT NULL,
  last_day date,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  covered_by uuid,
  CONSTRAINT absences_pkey PRIMARY KEY (id)
);

CREATE TABLE client.call_logs (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  user_id uuid,
  called_by uuid,
  call_date timestamp with time zone NOT NULL,
  call_type text NOT NULL,
  call_status text NOT NULL,
  call_outcome text,
  duration integer NOT NULL,
  notes text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  seconds integer,
  source_id uuid,
  recording text,
  CONSTRAINT call_logs_pkey PRIMARY KEY (id),
  CONSTRAINT call_logs_duration_check CHECK ((duration >= 0)),
  CONSTRAINT call_logs_seconds_check CHECK ((seconds >= 0))
);

CREATE TABLE client.changed_rows (
  place text NOT NULL,
  id uuid
);

CREATE TABLE client.configurations (
  config_key text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_by uuid,
  CONSTRAINT configurations_pkey PRIMARY KEY (config_key)
);

CREATE TABLE client.distribution_holds (
  import_id uuid NOT NULL,
  user_id uuid NOT NULL,
  leads integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT distribution_holds_pkey PRIMARY KEY (import_id, user_id)
);

CREATE TABLE client.distribution_rules (
  id uuid NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  conditions jsonb NOT NULL,
  times jsonb,
  way text NOT NULL,
  people uuid[] NOT NULL,
  CONSTRAINT distribution_rules_pkey PRIMARY KEY (id)
);

CREATE TABLE client.distribution_turns (
  rule_id uuid NOT NULL,
  user_id uuid NOT NULL,
  turn bigint NOT NULL,
  CONSTRAINT distribution_turns_pkey PRIMARY KEY (rule_id, user_id)
);

CREATE TABLE client.idempotency_keys (
  user_id uuid NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, operation, key)
);

CREATE TABLE client.lead_days (
  day date NOT NULL,
  is_archived boolean NOT NULL,
  is_duplicate boolean NOT NULL,
  leads bigint NOT NULL,
  status text
);

CREATE TABLE client.lead_events (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  user_id uuid,
  kind text NOT NULL,
  via text NOT NULL,
  operation_id uuid,
  changes jsonb,
  reason text,
  CONSTRAINT lead_events_pkey PRIMARY KEY (id)
);

CREATE TABLE client.lead_imports (
  id uuid NOT NULL,
  file_hash bytea NOT NULL,
  imported_by uuid,
  inserted integer NOT NULL,
  updated integer NOT NULL,
  skipped integer NOT NULL,
  failed integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT lead_imports_pkey PRIMARY KEY (id)
);

CREATE TABLE client.lead_messages (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  user_id uuid,
  channel text NOT NULL,
  template text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT lead_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE client.lead_notes (
  id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  lead_id uuid NOT NULL,
  user_id uuid,
  body text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  edited_at timestamp with time zone,
  CONSTRAINT lead_notes_pkey PRIMARY KEY (id)
);

CREATE TABLE client.lead_status_days (
  status text NOT NULL,
  day date NOT NULL,
  is_archived boolean NOT NULL,
  is_duplicate boolean NOT NULL,
  leads bigint NOT NULL,
  CONSTRAINT lead_status_days_pkey PRIMARY KEY (status, day, is_archived, is_duplicate)
);

CREATE TABLE client.lead_totals (
  status text NOT NULL,
  source text,
  assigned_to uuid,
  is_archived boolean NOT NULL,
  is_duplicate boolean NOT NULL,
  leads bigint NOT NULL,
  value numeric(20,2) NOT NULL
);

CREATE TABLE client.lead_view_choices (
  user_id uuid NOT NULL,
  view_order uuid[] NOT NULL,
  default_id uuid,
  CONSTRAINT lead_view_choices_pkey PRIMARY KEY (user_id)
);

CREATE TABLE client.lead_views (
  id uuid NOT NULL,
  user_id uuid,
  name text NOT NULL,
  address text NOT NULL,
  filters jsonb NOT NULL,
  columns jsonb,
  is_shared boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT lead_views_pkey PRIMARY KEY (id)
);

CREATE TABLE client.leads (
  id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  name text NOT NULL,
  email text,
  phone text,
  company_name text,
  designation text,
  status text DEFAULT 'new'::text NOT NULL,
  source text,
  interest_level text,
  value numeric(14,2),
  budget numeric(14,2),
  product_id uuid,
  assigned_to uuid,
  next_followup_date timestamp with time zone,
  lead_score integer DEFAULT 0 NOT NULL,
  location text,
  address text,
  preferred_contact_time text,
  communication_channel text,
  age integer DEFAULT 0 NOT NULL,
  gender text,
  description text,
  notes text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  campaign_id text,
  form_id text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  call_status text DEFAULT 'pending'::text NOT NULL,
  last_contacted_at timestamp with time zone,
  converted_at timestamp with time zone,
  is_duplicate boolean DEFAULT false NOT NULL,
  is_archived boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  email_norm text,
  phone_norm text,
  deleted_by uuid,
  custom jsonb DEFAULT '{}'::jsonb NOT NULL,
  lost_reason text,
  contact_by timestamp with time zone,
  escalated_at timestamp with time zone,
  first_contacted_at timestamp with time zone,
  search_text text GENERATED ALWAYS AS (_texts.fold(((((((((((((((((((((((((((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(phone_norm, ''::text)) || ' '::text) || COALESCE(company_name, ''::text)) || ' '::text) || COALESCE(designation, ''::text)) || ' '::text) || status) || ' '::text) || COALESCE(source, ''::text)) || ' '::text) || COALESCE(interest_level, ''::text)) || ' '::text) || COALESCE(location, ''::text)) || ' '::text) || COALESCE(address, ''::text)) || ' '::text) || COALESCE(campaign_id, ''::text)) || ' '::text) || COALESCE(description, ''::text)) || ' '::text) || COALESCE(notes, ''::text)) || ' '::text) || core.tags_text(tags)))) STORED,
  contact_minutes integer,
  contact_code integer GENERATED ALWAYS AS (((((4)::double precision *
CASE
    WHEN (first_contacted_at IS NULL) THEN (
    CASE
        WHEN (last_contacted_at IS NOT NULL) THEN '-1'::integer
        ELSE '-2'::integer
    END)::double precision
    WHEN (contact_minutes < 1440) THEN (contact_minutes)::double precision
    WHEN (contact_minutes IS NOT NULL) THEN (((contact_minutes / 60) * 60))::double precision
    WHEN ((first_contacted_at - created_at) < '1 day'::interval) THEN floor((date_part('epoch'::text, (first_contacted_at - created_at)) / (60)::double precision))
    ELSE ((60)::double precision * floor((date_part('epoch'::text, (first_contacted_at - created_at)) / (3600)::double precision)))
END) + (
CASE
    WHEN (contact_by IS NULL) THEN 0
    WHEN (first_contacted_at <= contact_by) THEN 1
    WHEN (first_contacted_at IS NOT NULL) THEN 2
    ELSE 3
END)::double precision))::integer) STORED NOT NULL,
  other_phones text[],
  CONSTRAINT leads_pkey PRIMARY KEY (id),
  CONSTRAINT leads_age_check CHECK (((age >= 0) AND (age <= 150))),
  CONSTRAINT leads_budget_check CHECK ((budget >= (0)::numeric)),
  CONSTRAINT leads_custom_object CHECK ((jsonb_typeof(custom) = 'object'::text)),
  CONSTRAINT leads_lead_score_check CHECK (((lead_score >= 0) AND (lead_score <= 100))),
  CONSTRAINT leads_value_check CHECK ((value >= (0)::numeric))
) WITH (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, autovacuum_analyze_threshold=1000);

CREATE TABLE client.members (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  belongs boolean DEFAULT true NOT NULL,
  max_open_leads integer,
  CONSTRAINT members_pkey PRIMARY KEY (id)
);

CREATE TABLE client.message_templates (
  id uuid NOT NULL,
  user_id uuid,
  channel text NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  is_shared boolean DEFAULT false NOT NULL,
  place integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_templates_pkey PRIMARY KEY (id)
);

CREATE TABLE client.notifications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  lead_id uuid,
  leads integer DEFAULT 1 NOT NULL,
  reminder_id uuid,
  due_at timestamp with time zone,
  operation_id uuid,
  by_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  read_at timestamp with time zone,
  webhook_id uuid,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['due'::text, 'assigned'::text, 'enquiry'::text, 'import'::text, 'webhook'::text, 'unassigned'::text, 'late'::text])))
);

CREATE TABLE client.operation_leads (
  operation_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  version integer NOT NULL,
  before jsonb,
  CONSTRAINT operation_leads_pkey PRIMARY KEY (operation_id, lead_id)
);

CREATE TABLE client.operations (
  id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  user_id uuid,
  leads integer NOT NULL,
  summary text NOT NULL,
  details jsonb,
  undone_at timestamp with time zone,
  undone_by uuid,
  CONSTRAINT operations_pkey PRIMARY KEY (id)
);

CREATE TABLE client.phone_calls (
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  provider_id text NOT NULL,
  state text NOT NULL,
  direction text NOT NULL,
  number text,
  is_known boolean DEFAULT false NOT NULL,
  agent_id uuid,
  told uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  legs jsonb DEFAULT '{}'::jsonb NOT NULL,
  result text,
  seconds integer,
  recording text,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  lead_id uuid,
  call_log_id uuid,
  is_logged boolean DEFAULT false NOT NULL,
  reminder_id uuid,
  call_outcome text,
  notes text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  reminder_was timestamp with time zone,
  CONSTRAINT phone_calls_source_id_provider_id_key UNIQUE (source_id, provider_id),
  CONSTRAINT phone_calls_pkey PRIMARY KEY (id),
  CONSTRAINT phone_calls_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  CONSTRAINT phone_calls_state_check CHECK ((state = ANY (ARRAY['ringing'::text, 'answered'::text, 'ended'::text])))
);

CREATE TABLE client.product_categories (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT product_categories_pkey PRIMARY KEY (id)
);

CREATE TABLE client.products (
  id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  name text NOT NULL,
  sku text,
  description text,
  category_id uuid,
  price numeric(14,2),
  currency text DEFAULT 'INR'::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_price_check CHECK ((price >= (0)::numeric))
);

CREATE TABLE client.reminders (
  id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  lead_id uuid NOT NULL,
  user_id uuid,
  title text NOT NULL,
  description text,
  reminder_date timestamp with time zone NOT NULL,
  is_completed boolean DEFAULT false NOT NULL,
  completed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  is_automatic boolean DEFAULT false NOT NULL,
  fired_for timestamp with time zone,
  handled_by uuid,
  repeat_every integer,
  repeat_unit text,
  repeat_until date,
  repeat_from timestamp with time zone,
  repeat_step integer,
  repeats uuid,
  CONSTRAINT reminders_pkey PRIMARY KEY (id),
  CONSTRAINT reminders_repeat CHECK ((num_nulls(repeat_every, repeat_unit, repeat_from, repeat_step) = ANY (ARRAY[0, 4])))
);

CREATE TABLE client.source_costs (
  source text NOT NULL,
  month date NOT NULL,
  cost numeric(14,2) NOT NULL,
  updated_by uuid,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT source_costs_pkey PRIMARY KEY (source, month),
  CONSTRAINT source_costs_cost_check CHECK ((cost >= (0)::numeric)),
  CONSTRAINT source_costs_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE client.source_deliveries (
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  outcome text NOT NULL,
  reason text,
  lead_id uuid,
  received text,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  phone_call_id uuid,
  CONSTRAINT source_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT source_deliveries_outcome_check CHECK ((outcome = ANY (ARRAY['new_lead'::text, 'new_enquiry'::text, 'known'::text, 'call'::text, 'test'::text, 'waiting'::text, 'refused'::text, 'failed'::text])))
);

CREATE TABLE client.source_leads (
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  portal_id text NOT NULL,
  lead_id uuid,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT source_leads_source_id_portal_id_key UNIQUE (source_id, portal_id),
  CONSTRAINT source_leads_pkey PRIMARY KEY (id)
);

CREATE TABLE client.targets (
  user_id uuid NOT NULL,
  month date NOT NULL,
  calls integer,
  converted integer,
  converted_value numeric(14,2),
  CONSTRAINT targets_pkey PRIMARY KEY (user_id, month),
  CONSTRAINT targets_check CHECK ((num_nonnulls(calls, converted, converted_value) > 0))
);

CREATE TABLE client.webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  objects jsonb NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
  last_status integer,
  reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE client.webhooks (
  id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  secret_version integer DEFAULT 1 NOT NULL,
  secret_check bytea NOT NULL,
  failing_since timestamp with time zone,
  off_reason text,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);
ALTER TABLE client.leads ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX absences_cover ON client.absences USING btree (covered_by) WHERE (covered_by IS NOT NULL);
CREATE INDEX absences_user ON client.absences USING btree (user_id, first_day);
CREATE INDEX call_logs_date ON client.call_logs USING btree (call_date DESC, id DESC);
CREATE INDEX call_logs_duration ON client.call_logs USING btree (duration, id);
CREATE INDEX call_logs_lead ON client.call_logs USING btree (lead_id, call_date DESC);
CREATE INDEX call_logs_user ON client.call_logs USING btree (user_id, call_date DESC, id DESC) INCLUDE (call_status, duration, seconds, lead_id);
CREATE INDEX idempotency_keys_age ON client.idempotency_keys USING btree (created_at);
CREATE INDEX lead_days_day ON client.lead_days USING btree (day);
CREATE INDEX lead_events_lead ON client.lead_events USING btree (lead_id, at DESC, id DESC);
CREATE INDEX lead_events_status ON client.lead_events USING btree (lead_id, at) WHERE (changes ? 'status'::text);
CREATE INDEX lead_imports_file ON client.lead_imports USING btree (file_hash);
CREATE INDEX lead_messages_lead ON client.lead_messages USING btree (lead_id, created_at DESC, id DESC);
CREATE INDEX lead_notes_body ON client.lead_notes USING gin (_texts.fold(body) extensions.gin_trgm_ops);
CREATE INDEX lead_notes_lead ON client.lead_notes USING btree (lead_id, created_at DESC, id DESC);
CREATE INDEX lead_totals_cell ON client.lead_totals USING btree (assigned_to, status, source);
CREATE INDEX lead_views_user ON client.lead_views USING btree (user_id);
CREATE INDEX leads_assignee ON client.leads USING btree (assigned_to, status, source, is_archived, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_by_company ON client.leads USING btree (_texts.fold(company_name) COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_by_name ON client.leads USING btree (_texts.fold(name) COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_campaign ON client.leads USING btree (campaign_id, is_archived, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (campaign_id IS NOT NULL));
CREATE INDEX leads_contacts ON client.leads USING btree (assigned_to, created_at) INCLUDE (contact_code) WHERE ((deleted_at IS NULL) AND (NOT is_archived) AND (NOT is_duplicate));
CREATE INDEX leads_converted ON client.leads USING btree (converted_at) INCLUDE (source, status, assigned_to, value) WHERE ((converted_at IS NOT NULL) AND (deleted_at IS NULL) AND (NOT is_archived) AND (NOT is_duplicate));
CREATE INDEX leads_created ON client.leads USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_creator ON client.leads USING btree (created_by, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_custom ON client.leads USING gin (custom jsonb_path_ops) WHERE ((custom <> '{}'::jsonb) AND (deleted_at IS NULL));
CREATE INDEX leads_email ON client.leads USING btree (email_norm text_pattern_ops, id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_followup ON client.leads USING btree (next_followup_date, id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_has_more ON client.leads USING btree (id) WHERE ((custom <> '{}'::jsonb) OR (char_length(phone) > 18));
CREATE INDEX leads_interest ON client.leads USING btree (interest_level, is_archived, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_lost_reason ON client.leads USING btree (lost_reason, is_archived, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (lost_reason IS NOT NULL));
CREATE INDEX leads_more ON client.leads USING gin (_texts.fold(((replace((jsonb_path_query_array(custom, '$.*?(@.type() != "boolean")'::jsonpath))::text, '\"'::text, '"'::text) || ' '::text) || regexp_replace(translate(COALESCE(phone, ''::text), '०१२३४५६७८९'::text, '0123456789'::text), '[^0-9]+'::text, ''::text, 'g'::text))) extensions.gin_trgm_ops) WHERE ((custom <> '{}'::jsonb) OR (char_length(phone) > 18));
CREATE INDEX leads_new ON client.leads USING btree (assigned_to, created_at DESC, id DESC) INCLUDE (status) WHERE ((deleted_at IS NULL) AND (NOT is_archived) AND (last_contacted_at IS NULL));
CREATE INDEX leads_newest ON client.leads USING btree (is_archived, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_of_many_phones ON client.leads USING btree (id) WHERE (other_phones <> '{}'::text[]);
CREATE INDEX leads_other_phones ON client.leads USING gin (other_phones) WHERE (other_phones <> '{}'::text[]);
CREATE INDEX leads_phone ON client.leads USING btree (phone_norm text_pattern_ops, id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_product ON client.leads USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX leads_promised ON client.leads USING btree (contact_by) WHERE ((contact_by IS NOT NULL) AND (escalated_at IS NULL) AND (last_contacted_at IS NULL) AND (deleted_at IS NULL) AND (NOT is_archived));
CREATE INDEX leads_reported ON client.leads USING btree (created_at) INCLUDE (id, source, status, assigned_to, contact_code) WHERE ((deleted_at IS NULL) AND (NOT is_archived) AND (NOT is_duplicate));
CREATE INDEX leads_score ON client.leads USING btree (lead_score, id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_search ON client.leads USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX leads_source ON client.leads USING btree (source, is_archived, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_status ON client.leads USING btree (status, is_archived, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX leads_tags ON client.leads USING gin (_texts.fold_all(tags)) WHERE ((deleted_at IS NULL) AND (tags <> '{}'::text[]));
CREATE INDEX leads_trash ON client.leads USING btree (deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX leads_trash_email ON client.leads USING btree (email_norm) WHERE (deleted_at IS NOT NULL);
CREATE INDEX leads_trash_phone ON client.leads USING btree (phone_norm) WHERE (deleted_at IS NOT NULL);
CREATE INDEX leads_unplanned ON client.leads USING btree (assigned_to, created_at DESC, id DESC) INCLUDE (status) WHERE ((deleted_at IS NULL) AND (NOT is_archived) AND (next_followup_date IS NULL));
CREATE INDEX leads_unread_phones ON client.leads USING btree (id) WHERE ((phone IS NOT NULL) AND (other_phones IS NULL));
CREATE INDEX leads_updated ON client.leads USING btree (updated_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX leads_value ON client.leads USING btree (value, id) WHERE (deleted_at IS NULL);
CREATE INDEX message_templates_user ON client.message_templates USING btree (user_id);
CREATE UNIQUE INDEX notifications_due ON client.notifications USING btree (reminder_id, due_at, user_id) WHERE (reminder_id IS NOT NULL);
CREATE INDEX notifications_lead ON client.notifications USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_operation ON client.notifications USING btree (operation_id, user_id, kind) WHERE (operation_id IS NOT NULL);
CREATE INDEX notifications_unread ON client.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON client.notifications USING btree (user_id, id DESC);
CREATE INDEX notifications_webhook ON client.notifications USING btree (webhook_id) WHERE (webhook_id IS NOT NULL);
CREATE INDEX operation_leads_lead ON client.operation_leads USING btree (lead_id);
CREATE INDEX operations_recent ON client.operations USING btree (at DESC, id DESC);
CREATE INDEX phone_calls_created ON client.phone_calls USING btree (created_at);
CREATE INDEX phone_calls_lead ON client.phone_calls USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX phone_calls_log ON client.phone_calls USING btree (call_log_id) WHERE (call_log_id IS NOT NULL);
CREATE INDEX phone_calls_open ON client.phone_calls USING btree (created_at) WHERE (state <> 'ended'::text);
CREATE INDEX phone_calls_reminder ON client.phone_calls USING btree (reminder_id) WHERE (reminder_id IS NOT NULL);
CREATE UNIQUE INDEX product_categories_name ON client.product_categories USING btree (lower(name));
CREATE INDEX products_category ON client.products USING btree (category_id);
CREATE INDEX products_newest ON client.products USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX reminders_due ON client.reminders USING btree (is_completed, reminder_date, id);
CREATE INDEX reminders_lead ON client.reminders USING btree (lead_id, reminder_date);
CREATE INDEX reminders_open ON client.reminders USING btree (lead_id, reminder_date) WHERE (NOT is_completed);
CREATE INDEX reminders_owner ON client.reminders USING btree (user_id, is_completed, reminder_date, id) INCLUDE (completed_at, lead_id);
CREATE UNIQUE INDEX reminders_successor ON client.reminders USING btree (repeats) WHERE (repeats IS NOT NULL);
CREATE INDEX reminders_to_fire ON client.reminders USING btree (reminder_date) WHERE ((NOT is_completed) AND (fired_for IS DISTINCT FROM reminder_date));
CREATE INDEX source_deliveries_call ON client.source_deliveries USING btree (phone_call_id) WHERE (phone_call_id IS NOT NULL);
CREATE INDEX source_deliveries_lead ON client.source_deliveries USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX source_deliveries_source ON client.source_deliveries USING btree (source_id, at DESC, id DESC);
CREATE INDEX source_deliveries_waiting ON client.source_deliveries USING btree (next_attempt_at) WHERE (outcome = 'waiting'::text);
CREATE INDEX source_leads_lead ON client.source_leads USING btree (lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX webhook_deliveries_waiting ON client.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_webhook ON client.webhook_deliveries USING btree (webhook_id, created_at DESC, id DESC);
CREATE STATISTICS client.leads_folded_company ON _texts.fold(company_name) FROM client.leads;
CREATE STATISTICS client.leads_folded_name ON _texts.fold(name) FROM client.leads;
ALTER TABLE client.absences ADD CONSTRAINT absences_covered_by_fkey FOREIGN KEY (covered_by) REFERENCES client.members(id);
ALTER TABLE client.absences ADD CONSTRAINT absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.call_logs ADD CONSTRAINT call_logs_called_by_fkey FOREIGN KEY (called_by) REFERENCES client.members(id);
ALTER TABLE client.call_logs ADD CONSTRAINT call_logs_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.call_logs ADD CONSTRAINT call_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.configurations ADD CONSTRAINT configurations_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES client.members(id);
ALTER TABLE client.distribution_holds ADD CONSTRAINT distribution_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.distribution_turns ADD CONSTRAINT distribution_turns_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES client.distribution_rules(id) ON DELETE CASCADE;
ALTER TABLE client.distribution_turns ADD CONSTRAINT distribution_turns_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.lead_events ADD CONSTRAINT lead_events_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.lead_events ADD CONSTRAINT lead_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.lead_imports ADD CONSTRAINT lead_imports_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES client.members(id);
ALTER TABLE client.lead_messages ADD CONSTRAINT lead_messages_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.lead_messages ADD CONSTRAINT lead_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.lead_notes ADD CONSTRAINT lead_notes_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.lead_notes ADD CONSTRAINT lead_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.lead_view_choices ADD CONSTRAINT lead_view_choices_default_id_fkey FOREIGN KEY (default_id) REFERENCES client.lead_views(id) ON DELETE SET NULL;
ALTER TABLE client.lead_view_choices ADD CONSTRAINT lead_view_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id) ON DELETE CASCADE;
ALTER TABLE client.lead_views ADD CONSTRAINT lead_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.leads ADD CONSTRAINT leads_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES client.members(id);
ALTER TABLE client.leads ADD CONSTRAINT leads_created_by_fkey FOREIGN KEY (created_by) REFERENCES client.members(id);
ALTER TABLE client.leads ADD CONSTRAINT leads_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES client.members(id);
ALTER TABLE client.leads ADD CONSTRAINT leads_product_id_fkey FOREIGN KEY (product_id) REFERENCES client.products(id) ON DELETE SET NULL;
ALTER TABLE client.leads ADD CONSTRAINT leads_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES client.members(id);
ALTER TABLE client.message_templates ADD CONSTRAINT message_templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.notifications ADD CONSTRAINT notifications_by_id_fkey FOREIGN KEY (by_id) REFERENCES client.members(id);
ALTER TABLE client.notifications ADD CONSTRAINT notifications_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.notifications ADD CONSTRAINT notifications_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES client.operations(id) ON DELETE SET NULL;
ALTER TABLE client.notifications ADD CONSTRAINT notifications_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES client.reminders(id) ON DELETE CASCADE;
ALTER TABLE client.notifications ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.notifications ADD CONSTRAINT notifications_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES client.webhooks(id) ON DELETE CASCADE;
ALTER TABLE client.operation_leads ADD CONSTRAINT operation_leads_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES client.operations(id) ON DELETE CASCADE;
ALTER TABLE client.operations ADD CONSTRAINT operations_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES client.members(id);
ALTER TABLE client.operations ADD CONSTRAINT operations_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.phone_calls ADD CONSTRAINT phone_calls_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES client.members(id);
ALTER TABLE client.phone_calls ADD CONSTRAINT phone_calls_call_log_id_fkey FOREIGN KEY (call_log_id) REFERENCES client.call_logs(id) ON DELETE SET NULL;
ALTER TABLE client.phone_calls ADD CONSTRAINT phone_calls_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.phone_calls ADD CONSTRAINT phone_calls_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES client.reminders(id) ON DELETE SET NULL;
ALTER TABLE client.products ADD CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES client.product_categories(id) ON DELETE SET NULL;
ALTER TABLE client.reminders ADD CONSTRAINT reminders_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES client.members(id);
ALTER TABLE client.reminders ADD CONSTRAINT reminders_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.reminders ADD CONSTRAINT reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.source_costs ADD CONSTRAINT source_costs_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES client.members(id);
ALTER TABLE client.source_deliveries ADD CONSTRAINT source_deliveries_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE CASCADE;
ALTER TABLE client.source_deliveries ADD CONSTRAINT source_deliveries_phone_call_id_fkey FOREIGN KEY (phone_call_id) REFERENCES client.phone_calls(id) ON DELETE CASCADE;
ALTER TABLE client.source_leads ADD CONSTRAINT source_leads_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES client.leads(id) ON DELETE SET NULL;
ALTER TABLE client.targets ADD CONSTRAINT targets_user_id_fkey FOREIGN KEY (user_id) REFERENCES client.members(id);
ALTER TABLE client.webhooks ADD CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES client.members(id);
CREATE TRIGGER changed_delete AFTER DELETE ON client.call_logs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.call_logs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.call_logs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON client.configurations FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_table();
CREATE TRIGGER changed_delete AFTER DELETE ON client.lead_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.lead_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.lead_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.lead_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.lead_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.lead_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.leads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.operations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.product_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.product_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.product_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.reminders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_delete AFTER DELETE ON client.webhooks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_insert AFTER INSERT ON client.webhooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();
CREATE TRIGGER changed_update AFTER UPDATE ON client.webhooks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION client.note_changed_rows();

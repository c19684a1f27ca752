import type { ClientMigration } from '#server/db/migrations/migration.ts';

const tables = (s: string) => `
  CREATE TABLE ${s}.members (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    -- false for a superadmin or admin of all clients who has acted here
    belongs boolean NOT NULL DEFAULT true
  );

  CREATE TABLE ${s}.product_categories (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE ${s}.products (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    name text NOT NULL,
    sku text,
    description text,
    category_id uuid REFERENCES ${s}.product_categories ON DELETE SET NULL,
    price numeric(14, 2) CHECK (price >= 0),
    currency text NOT NULL DEFAULT 'INR',
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX products_category ON ${s}.products (category_id);

  CREATE TABLE ${s}.leads (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    name text NOT NULL,
    email text,
    phone text,
    company_name text,
    designation text,
    status text NOT NULL DEFAULT 'new',
    source text,
    interest_level text,
    value numeric(14, 2) CHECK (value >= 0),
    budget numeric(14, 2) CHECK (budget >= 0),
    product_id uuid REFERENCES ${s}.products ON DELETE SET NULL,
    assigned_to uuid REFERENCES ${s}.members,
    next_followup_date timestamptz,
    lead_score integer NOT NULL DEFAULT 0 CHECK (lead_score BETWEEN 0 AND 100),
    location text,
    address text,
    preferred_contact_time text,
    communication_channel text,
    age integer NOT NULL DEFAULT 0 CHECK (age BETWEEN 0 AND 150),
    gender text,
    description text,
    notes text,
    tags text[] NOT NULL DEFAULT '{}',
    campaign_id text,
    form_id text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    call_status text NOT NULL DEFAULT 'pending',
    last_contacted_at timestamptz,
    converted_at timestamptz,
    is_duplicate boolean NOT NULL DEFAULT false,
    is_archived boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    created_by uuid REFERENCES ${s}.members,
    updated_by uuid REFERENCES ${s}.members,
    deleted_at timestamptz,
    -- the forms under which two spellings of one address or number meet
    email_norm text,
    phone_norm text,
    search_text text GENERATED ALWAYS AS (lower(
      name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_norm, '') || ' '
      || coalesce(company_name, '') || ' ' || coalesce(designation, '') || ' ' || status || ' ' || coalesce(source, '') || ' '
      || coalesce(interest_level, '') || ' ' || coalesce(location, '') || ' ' || coalesce(address, '') || ' '
      || coalesce(campaign_id, '') || ' ' || coalesce(description, '') || ' ' || coalesce(notes, '') || ' '
      || core.tags_text(tags)
    )) STORED
  ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
  ALTER TABLE ${s}.leads ALTER COLUMN search_text SET STATISTICS 1000;

  CREATE TABLE ${s}.call_logs (
    id uuid PRIMARY KEY,
    lead_id uuid NOT NULL REFERENCES ${s}.leads ON DELETE CASCADE,
    user_id uuid REFERENCES ${s}.members,
    called_by uuid REFERENCES ${s}.members,
    call_date timestamptz NOT NULL,
    call_type text NOT NULL,
    call_status text NOT NULL,
    call_outcome text,
    duration integer NOT NULL CHECK (duration >= 0),
    notes text,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX call_logs_lead ON ${s}.call_logs (lead_id, call_date DESC);

  CREATE TABLE ${s}.reminders (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    lead_id uuid NOT NULL REFERENCES ${s}.leads ON DELETE CASCADE,
    user_id uuid REFERENCES ${s}.members,
    title text NOT NULL,
    description text,
    reminder_date timestamptz NOT NULL,
    is_completed boolean NOT NULL DEFAULT false,
    completed_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX reminders_open ON ${s}.reminders (lead_id, reminder_date) WHERE NOT is_completed;
  CREATE INDEX reminders_due ON ${s}.reminders (is_completed, reminder_date, id);
`;

/**
 * Append-only deltas whose sums are exact counts; compacted from time to time (see the performance record).
 */
const counters = (s: string) => `
  CREATE TABLE ${s}.lead_totals (
    status text NOT NULL,
    source text,
    assigned_to uuid,
    is_archived boolean NOT NULL,
    is_duplicate boolean NOT NULL,
    leads bigint NOT NULL,
    value numeric(20, 2) NOT NULL
  );
  CREATE TABLE ${s}.lead_days (
    day date NOT NULL,
    is_archived boolean NOT NULL,
    is_duplicate boolean NOT NULL,
    leads bigint NOT NULL
  );
  CREATE INDEX lead_totals_cell ON ${s}.lead_totals (assigned_to, status, source);
  CREATE INDEX lead_days_day ON ${s}.lead_days (day);

  CREATE TABLE ${s}.idempotency_keys (
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    response jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, operation, key)
  );
  CREATE INDEX idempotency_keys_age ON ${s}.idempotency_keys (created_at);

  CREATE TABLE ${s}.lead_imports (
    id uuid PRIMARY KEY,
    file_hash bytea NOT NULL,
    imported_by uuid REFERENCES ${s}.members,
    inserted integer NOT NULL,
    updated integer NOT NULL,
    skipped integer NOT NULL,
    failed integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX lead_imports_file ON ${s}.lead_imports (file_hash);
`;

/** Every list index ends with its sort column, then the id as a tie-breaker. */
const indexes = (s: string) => `
  CREATE INDEX leads_newest ON ${s}.leads (is_archived, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX leads_created ON ${s}.leads (created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX leads_status ON ${s}.leads (status, is_archived, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX leads_source ON ${s}.leads (source, is_archived, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX leads_assignee ON ${s}.leads (assigned_to, status, source, is_archived, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
  CREATE INDEX leads_creator ON ${s}.leads (created_by, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX leads_name ON ${s}.leads (lower(name) text_pattern_ops, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_company ON ${s}.leads (lower(company_name) text_pattern_ops, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_email ON ${s}.leads (email_norm text_pattern_ops, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_phone ON ${s}.leads (phone_norm text_pattern_ops, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_updated ON ${s}.leads (updated_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_followup ON ${s}.leads (next_followup_date, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_value ON ${s}.leads (value, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_score ON ${s}.leads (lead_score, id) WHERE deleted_at IS NULL;
  CREATE INDEX leads_product ON ${s}.leads (product_id) WHERE product_id IS NOT NULL;
  -- partial indexes tell the planner nothing about their expressions, and a prefix that nobody has would look common
  CREATE STATISTICS ${s}.leads_lower_name ON lower(name) FROM ${s}.leads;
  CREATE STATISTICS ${s}.leads_lower_company ON lower(company_name) FROM ${s}.leads;
  CREATE INDEX leads_search ON ${s}.leads USING gin (search_text extensions.gin_trgm_ops);
`;

/** Leads with their calls and reminders, counters, and the list of imports. */
export const pipeline: ClientMigration = {
  name: '0001-pipeline',
  sql: (schema) => tables(schema) + counters(schema) + indexes(schema),
};

/** The tables, as migrations that run once each in order. `PRAGMA user_version` counts them. */
import { first, transaction, type Database } from '../../_shared/sqlite.ts'
import { sql } from './sql.ts'

const migrations = [
  sql`
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  dimensions INTEGER, model TEXT, generation INTEGER NOT NULL,
  declared_dimensions INTEGER, declared_model TEXT,
  next_dimensions INTEGER, next_model TEXT, next_generation INTEGER
) STRICT;
INSERT INTO meta (one, generation) VALUES (1, 1);

-- version counts the commits of a user, removed is the last one that took memories away: what is kept in memory is
-- checked against them
CREATE TABLE users (
  row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL DEFAULT 0, removed INTEGER NOT NULL DEFAULT 0,
  due_since INTEGER, due_last INTEGER
) STRICT;
CREATE INDEX users_due ON users (id) WHERE due_since IS NOT NULL;

CREATE TABLE memories (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  id TEXT NOT NULL, text TEXT NOT NULL, fingerprint TEXT NOT NULL, memory_type TEXT NOT NULL, state TEXT NOT NULL,
  app TEXT, project TEXT, session_id TEXT, tags TEXT NOT NULL, categories TEXT NOT NULL,
  metadata TEXT, attributes TEXT NOT NULL,
  source TEXT NOT NULL, quote TEXT, source_turns TEXT NOT NULL, speaker TEXT, confidence REAL NOT NULL,
  subject TEXT, subject_key TEXT, predicate TEXT, value TEXT, functional INTEGER NOT NULL, is_global INTEGER NOT NULL,
  valid_at INTEGER NOT NULL, invalid_at INTEGER, created_at INTEGER NOT NULL, expired_at INTEGER, superseded_by TEXT,
  terms TEXT NOT NULL, length INTEGER NOT NULL, version INTEGER NOT NULL,
  UNIQUE (user, id)
) STRICT;
CREATE INDEX memories_created ON memories (user, created_at, id);
CREATE INDEX memories_version ON memories (user, version);
CREATE INDEX memories_session ON memories (user, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX memories_subject ON memories (user, subject_key) WHERE subject_key IS NOT NULL;
CREATE INDEX memories_successor ON memories (user, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE UNIQUE INDEX memories_active ON memories (user, fingerprint) WHERE state = 'active';

-- never updated in place; seq only grows, so that what came since is one range
CREATE TABLE vectors (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE, generation INTEGER NOT NULL, vector BLOB NOT NULL,
  UNIQUE (memory, generation)
) STRICT;
CREATE INDEX vectors_user ON vectors (user, generation, seq);

CREATE TABLE entities (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  id TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, aliases TEXT NOT NULL, summary TEXT,
  summary_stale INTEGER NOT NULL, merged_into TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (user, id)
) STRICT;
CREATE INDEX entities_updated ON entities (user, updated_at, id);
CREATE INDEX entities_merged ON entities (user, merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE names (
  user INTEGER NOT NULL, name TEXT NOT NULL, entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  PRIMARY KEY (user, name, entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX names_entity ON names (entity);

CREATE TABLE mentions (
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  position INTEGER NOT NULL, PRIMARY KEY (memory, entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_entity ON mentions (entity);

CREATE TABLE relations (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, id TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  predicate TEXT NOT NULL, memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE, UNIQUE (user, id)
) STRICT;
CREATE INDEX relations_source ON relations (source);
CREATE INDEX relations_target ON relations (target);
CREATE INDEX relations_memory ON relations (memory);

CREATE TABLE supersessions (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  old INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  new INTEGER REFERENCES memories ON DELETE CASCADE,
  kind TEXT NOT NULL, reason TEXT NOT NULL, quote TEXT,
  invalid_at INTEGER, expired_at INTEGER NOT NULL, restored_at INTEGER
) STRICT;
CREATE INDEX supersessions_user ON supersessions (user);
CREATE INDEX supersessions_old ON supersessions (old);
CREATE INDEX supersessions_new ON supersessions (new);

CREATE TABLE sessions (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, id TEXT NOT NULL,
  project TEXT, app TEXT, gist TEXT, gist_stale INTEGER NOT NULL,
  started_at INTEGER NOT NULL, ended_at INTEGER NOT NULL,
  UNIQUE (user, id)
) STRICT;
CREATE INDEX sessions_ended ON sessions (user, ended_at, id);
CREATE TABLE session_vectors (
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, generation INTEGER NOT NULL, vector BLOB NOT NULL,
  PRIMARY KEY (session, generation)
) STRICT;

CREATE TABLE communities (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, id TEXT NOT NULL,
  name TEXT NOT NULL, summary TEXT, updated_at INTEGER NOT NULL, UNIQUE (user, id)
) STRICT;
CREATE TABLE members (
  community INTEGER NOT NULL REFERENCES communities ON DELETE CASCADE,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  position INTEGER NOT NULL, PRIMARY KEY (community, entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_entity ON members (entity);

CREATE TABLE accesses (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE, app TEXT, at INTEGER NOT NULL, rank INTEGER NOT NULL
) STRICT;
CREATE INDEX accesses_user ON accesses (user);
CREATE INDEX accesses_memory ON accesses (memory, at);

CREATE TABLE replays (
  user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, key TEXT NOT NULL, request_hash TEXT NOT NULL,
  response TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (user, key)
) STRICT;

CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
  sql`
ALTER TABLE meta ADD COLUMN next_started_at INTEGER;
`,
  `
ALTER TABLE memories ADD COLUMN revisions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN stale_because TEXT;
ALTER TABLE memories ADD COLUMN extraction TEXT NOT NULL DEFAULT 'done';
ALTER TABLE memories ADD COLUMN extraction_error TEXT;
ALTER TABLE sessions ADD COLUMN turns TEXT NOT NULL DEFAULT '[]';
CREATE INDEX memories_extraction ON memories (user, extraction) WHERE extraction <> 'done';
`,
  `
ALTER TABLE supersessions ADD COLUMN origin TEXT;
`,
  `
ALTER TABLE entities ADD COLUMN distinct_from TEXT NOT NULL DEFAULT '[]';
`,
  // In the order that is read, so that the newest few of a session or a subject are the first of a range.
  sql`
DROP INDEX memories_session;
DROP INDEX memories_subject;
DROP INDEX memories_extraction;
CREATE INDEX memories_session ON memories (user, session_id, created_at, id) WHERE session_id IS NOT NULL;
CREATE INDEX memories_subject ON memories (user, subject_key, created_at, id) WHERE subject_key IS NOT NULL;
CREATE INDEX memories_predicate ON memories (user, subject_key, predicate, created_at, id) WHERE predicate IS NOT NULL;
CREATE INDEX memories_extraction ON memories (user, extraction, created_at, id) WHERE extraction <> 'done';
`,
  sql`
CREATE TABLE readings (
  row INTEGER PRIMARY KEY AUTOINCREMENT, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  id TEXT NOT NULL, at INTEGER NOT NULL, source TEXT NOT NULL, session_id TEXT, app TEXT, turns TEXT NOT NULL,
  UNIQUE (user, id)
) STRICT;
CREATE INDEX readings_at ON readings (user, at, id);
`,
  `
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
  // The last commit that analysed texts again, for what is kept in memory.
  sql`
ALTER TABLE users ADD COLUMN reanalysed INTEGER NOT NULL DEFAULT 0;
`,
  // What searching keeps in memory of many memories at once: warm/packs.ts. It is made in time of what is there.
  sql`
CREATE TABLE packs (
  row INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, generation INTEGER NOT NULL,
  first INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL, low INTEGER NOT NULL, keys TEXT, data BLOB,
  UNIQUE (user, generation, last)
) STRICT;
CREATE INDEX packs_emptied ON packs (row) WHERE keys IS NOT NULL;

-- memories that are not any more as they were packed
CREATE TABLE changed (
  memory INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
  user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE
) STRICT;
CREATE INDEX changed_user ON changed (user);

ALTER TABLE users ADD COLUMN unpacked INTEGER NOT NULL DEFAULT 0;
UPDATE users SET unpacked = (SELECT count(*) FROM memories WHERE user = users.row);
CREATE INDEX users_unpacked ON users (unpacked) WHERE unpacked >= 2048;
`
]

export const schemaVersion = migrations.length

const version = (database: Database): number => Number(first(database, 'PRAGMA user_version')?.['user_version'] ?? 0)

/**
 * Readies the file for writing. `synchronous = FULL` syncs every commit to disk: what was acknowledged outlives a
 * kill of the process and, on disks that keep their word, a loss of power. Commits that wait at the same moment share
 * one sync. `secure_delete` overwrites what is deleted. Of the page cache 8 MiB are enough: the system keeps the
 * file's pages too, and adds, imports and erasures were no quicker with 64.
 */
export function migrate (database: Database): void {
  requireSound(database)
  database.prepare('PRAGMA journal_mode = WAL').all()
  database.prepare('PRAGMA synchronous = FULL').all()
  database.prepare('PRAGMA foreign_keys = ON').all()
  database.prepare('PRAGMA secure_delete = ON').all()
  database.prepare('PRAGMA cache_size = -8192').all()
  if (version(database) > schemaVersion) {
    throw new Error(
      `it was written by a newer release (schema ${version(database)}, this release knows ${schemaVersion})`
    )
  }
  transaction(database, 'IMMEDIATE', () => {
    // Asked again inside: another process may have migrated while this one waited for the lock.
    for (const [place, sql] of migrations.entries()) {
      if (place < version(database)) continue
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${place + 1}`)
    }
  })
}

/** A larger file would hold up the start for longer than an orchestrator waits. */
const mostChecked = 1024 * 1024 * 1024
const remedy = 'restore a backup into a new file with `palimpsest restore`, and keep this one'

/** Throws when pages of the file are not what was written. */
function requireSound (database: Database): void {
  let found: unknown
  try {
    const [pages, size] = ['page_count', 'page_size'].map(name =>
      Number(first(database, `PRAGMA ${name}`)?.[name] ?? 0)
    )
    if (pages! * size! > mostChecked) return
    found = first(database, 'PRAGMA quick_check(1)')?.['quick_check']
  } catch (error) {
    if (!/malformed|not a database/i.test(String(error))) throw error
    found = error instanceof Error ? error.message : error
  }
  if (found !== 'ok') throw new Error(`the file is damaged (${String(found).split('\n')[0]}): ${remedy}`)
}

/**
 * The database driver: Node's own `node:sqlite` where it exists (22.13 and later), else `libsql`. This is the only
 * file that knows of two; when Node 20 is no longer served, delete the second.
 */

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Record<string, SqlValue>

/** Parameters are positional. Rows come as plain objects, blobs as Uint8Array. */
export interface PreparedStatement {
  run(...parameters: SqlValue[]): void
  all(...parameters: SqlValue[]): SqlRow[]
  /** The first row, or undefined. What follows the first is not done: for one row at most. */
  get(...parameters: SqlValue[]): SqlRow | undefined
}

export interface Database {
  /** For example `node:sqlite`. */
  driver: string
  exec(sql: string): void
  /**
   * Statements are kept: one SQL text is prepared once for as long as the database is open (libsql leaks fresh ones).
   */
  prepare(sql: string): PreparedStatement
  close(): void
}

interface NativeStatement {
  run(...parameters: unknown[]): unknown
  all(...parameters: unknown[]): unknown[]
  get(...parameters: unknown[]): unknown
}
interface NativeDatabase {
  exec(sql: string): unknown
  prepare(sql: string): NativeStatement
  close(): void
}

interface Driver {
  driver: string
  open: (path: string) => NativeDatabase
  /** The arguments of `run` and `all`. */
  bind: (parameters: SqlValue[]) => unknown[]
  rows: (rows: unknown[]) => SqlRow[]
}

interface NodeSqlite {
  DatabaseSync: new(path: string) => NativeDatabase
}

/** Undefined before 22.13. Node 22 and 24 warn, once a thread, that it is experimental; no operator needs to know. */
function nodeSqlite (): NodeSqlite | undefined {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

async function chooseDriver (): Promise<Driver> {
  const native = nodeSqlite()
  if (native !== undefined) {
    return {
      driver: 'node:sqlite',
      open: path => new native.DatabaseSync(path),
      bind: parameters => parameters,
      rows: rows => rows as SqlRow[]
    }
  }
  const name = 'libsql'
  const { default: Libsql } = await import(name) as { default: new(path: string) => NativeDatabase }
  return {
    driver: name,
    // As one array: a lone blob spread out is taken for named parameters, and the process aborts.
    open: path => new Libsql(path),
    bind: parameters => [parameters],
    rows: withBytes
  }
}

/** libsql hands blobs out as ArrayBuffers. */
function withBytes (rows: unknown[]): SqlRow[] {
  for (const row of rows as Array<Record<string, unknown>>) {
    for (const name in row) if (row[name] instanceof ArrayBuffer) row[name] = new Uint8Array(row[name])
  }
  return rows as SqlRow[]
}

const { driver, open, bind, rows } = await chooseDriver()

/** How long one process waits for another's write before the write fails. */
export const busyTimeoutMs = 30_000

export function openDatabase (path: string, waitMs = busyTimeoutMs): Database {
  const native = open(path)
  native.prepare(`PRAGMA busy_timeout = ${waitMs}`).all()
  const kept = new Map<string, PreparedStatement>()
  return {
    driver,
    exec: sql => {
      native.exec(sql)
    },
    prepare (sql) {
      let statement = kept.get(sql)
      if (statement === undefined) {
        const prepared = native.prepare(sql)
        statement = {
          run: (...parameters) => {
            prepared.run(...bind(parameters))
          },
          all: (...parameters) => rows(prepared.all(...bind(parameters))),
          get: (...parameters) => {
            const row = prepared.get(...bind(parameters))
            return row === undefined || row === null ? undefined : rows([row])[0]
          }
        }
        kept.set(sql, statement)
      }
      return statement
    },
    close: () => native.close()
  }
}

/** The first row, or undefined. */
export function first (database: Database, sql: string, ...parameters: SqlValue[]): SqlRow | undefined {
  return database.prepare(sql).get(...parameters)
}

/**
 * The work happens whole or not at all. `IMMEDIATE` takes the write lock at once, so that a transaction never finds
 * itself outdated half way.
 */
export function transaction<T> (database: Database, kind: 'DEFERRED' | 'IMMEDIATE', work: () => T): T {
  database.exec(`BEGIN ${kind}`)
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      database.exec('ROLLBACK')
    } catch { /* SQLite rolled back itself, as it does when the disk is full */ }
    throw error
  }
}

/** What memories are found by, made of their texts again. */
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number, packedTerms, text } from '../rows.ts'
import { sql } from '../sql.ts'
import type { Author } from './author.ts'
import { dropDocument } from './packs.ts'

/** Writes only where something differs, so that a run over what is done already costs no writes. */
export function reanalyse (database: Database, author: Author, { reanalyse: ids = [] }: Changeset): void {
  let changed = false
  for (const id of ids) {
    const stored = first(database, 'SELECT row, text, terms FROM memories WHERE user = ? AND id = ?', author.row, id)
    if (stored === undefined) continue
    const { terms, length } = packedTerms(text(stored['text']))
    if (terms === text(stored['terms'])) continue
    changed = true
    dropDocument(database, author.row, number(stored['row']))
    database.prepare(sql`UPDATE memories SET terms = ?, length = ?, version = ? WHERE row = ?`)
      .run(terms, length, author.version, number(stored['row']))
  }
  if (changed) database.prepare('UPDATE users SET reanalysed = version WHERE row = ?').run(author.row)
}

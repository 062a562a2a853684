/** How the suite's child processes open the embedded store. */
import type { Store } from '../../../domain/capabilities/store.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'

export const open = (path: string): Promise<Store> => createSqliteStore({ path })

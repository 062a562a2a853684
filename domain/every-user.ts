import type { Store } from './capabilities/store.ts'

const usersAPage = 500

/** Every user of a store, or those behind one, page by page, so that millions of them fit in memory. */
export async function* everyUser (store: Pick<Store, 'users'>, behind?: string): AsyncGenerator<string> {
  for (let after = behind;;) {
    const page = await store.users({ limit: usersAPage, ...(after !== undefined && { after }) })
    for (const { userId } of page) yield userId
    after = page.at(-1)?.userId
    if (after === undefined || page.length < usersAPage) return
  }
}

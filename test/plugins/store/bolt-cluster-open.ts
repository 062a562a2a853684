/** How the suite's child processes open a cluster with users spread over two databases: `url username password`. */
import type { Store } from '../../../domain/capabilities/store.ts'
import { createBoltStore } from '../../../plugins/store/bolt/index.ts'

export function open (argument: string): Promise<Store> {
  const [url = '', username = '', password = ''] = argument.split(' ')
  return createBoltStore({ Url: url, Username: username, Password: password, Database: 'users', Partitions: 2 })
}

import neostandard from 'neostandard'

/** What each room may not import; test/walls.test.ts proves the same for compiled imports. */
const wall = (files, group, message) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] } })

export default [
  { ignores: ['dist/', 'node_modules/', '.tap/', 'dashboard/', 'clients/', 'cache/', 'var/'] },
  ...neostandard({ ts: true }),
  wall(['kernel/**/*.ts'], ['**/plugins/**', '**/routes/**'], 'The kernel knows no provider and no route.'),
  wall(['plugins/**/*.ts'], ['**/routes/**'], 'A provider knows no route.'),
  wall(['routes/**/*.ts'], ['**/plugins/**'], 'A route reaches providers through decorated capabilities only.')
]

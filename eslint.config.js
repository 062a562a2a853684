import neostandard from 'neostandard'

/** What each module may not import; test/boundaries.test.ts proves the same for every import, dynamic ones too. */
const boundary = (files, group, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] }
})

/** `npm run format` lays the code out, so the rules of layout that differ from it are off. */
const layout = [
  'indent',
  'operator-linebreak',
  'quotes',
  'multiline-ternary',
  'member-delimiter-style',
  'indent-binary-ops',
  'function-call-argument-newline',
  'jsx-indent',
  'dot-location',
  'object-property-newline',
  'comma-style',
  'semi-spacing',
  'generator-star-spacing',
  'yield-star-spacing'
]
const ts = ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.js']

export default [
  {
    ignores: [
      'dist/',
      '**/node_modules/',
      '.tap/',
      'dashboard/dist/',
      'dashboard/src/api/schema.ts',
      'dashboard/src/api/supports.ts',

      'clients/',
      'cache/',
      'var/'
    ]
  },
  ...neostandard({ ts: true }),
  { files: ts, rules: Object.fromEntries(layout.map(rule => [`@stylistic/${rule}`, 'off'])) },
  {
    files: ts,
    rules: {
      curly: 'off',
      '@stylistic/max-len': ['error', { code: 120, ignoreUrls: true, ignoreRegExpLiterals: true }]
    }
  },
  {
    files: ['dashboard/**/*.tsx'],
    rules: {
      'no-void': ['error', { allowAsStatement: true }],
      '@stylistic/jsx-closing-bracket-location': 'off',
      '@stylistic/jsx-closing-tag-location': 'off',
      '@stylistic/jsx-quotes': 'off'
    }
  },
  {
    files: [
      'plugins/**/*.ts',
      'domain/**/*.ts',
      'kernel/**/*.ts',
      'http/**/*.ts',
      'routes/**/*.ts',
      'cli/**/*.ts',
      'bench/**/*.ts',
      'dashboard/**/*.ts',
      'dashboard/**/*.tsx'
    ],
    rules: { complexity: ['error', 15] }
  },
  { files: ['plugins/distiller/_rules/*.ts'], rules: { complexity: ['error', 12] } },
  // An event handler's promise is left to run: what fails in it shows as a notice.
  { files: ['dashboard/**/*.ts'], rules: { 'no-void': 'off' } },
  boundary(
    ['domain/**/*.ts'],
    ['**/kernel/**', '**/http/**', '**/plugins/**', '**/routes/**', '**/cli/**'],
    'The domain imports nothing.'
  ),
  boundary(
    ['kernel/**/*.ts'],
    ['**/http/**', '**/plugins/**', '**/routes/**', '**/cli/**'],
    'The kernel knows no provider and no route.'
  ),
  boundary(
    ['plugins/**/*.ts'],
    ['**/kernel/**', '**/http/**', '**/routes/**', '**/cli/**'],
    'A provider knows the domain and its libraries.'
  ),
  boundary(
    ['routes/**/*.ts'],
    ['**/kernel/**', '**/plugins/**', '**/cli/**'],
    'A route reaches providers through decorated capabilities only.'
  )
]

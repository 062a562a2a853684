/** `npm run format`: lays out TypeScript and JavaScript within 120 columns; `-- --check` only names what differs. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createFromBuffer } from '@dprint/formatter'
import typescript from '@dprint/typescript'

const formatter = createFromBuffer(readFileSync(typescript.getPath()))
formatter.setConfig({ lineWidth: 120, indentWidth: 2, newLineKind: 'lf' }, {
  semiColons: 'asi',
  quoteStyle: 'preferSingle',
  quoteProps: 'preserve',
  trailingCommas: 'never',
  operatorPosition: 'maintain',
  singleBodyPosition: 'maintain',
  nextControlFlowPosition: 'sameLine',
  useBraces: 'whenNotSingleLine',
  bracePosition: 'sameLine',
  'arrowFunction.useParentheses': 'preferNone',
  'functionDeclaration.spaceBeforeParentheses': true,
  'functionExpression.spaceBeforeParentheses': true,
  'functionExpression.spaceAfterFunctionKeyword': true,
  'method.spaceBeforeParentheses': true,
  'constructor.spaceBeforeParentheses': true,
  'getAccessor.spaceBeforeParentheses': true,
  'setAccessor.spaceBeforeParentheses': true,
  'module.sortImportDeclarations': 'maintain',
  'module.sortExportDeclarations': 'maintain',
  'importDeclaration.sortNamedImports': 'maintain',
  'exportDeclaration.sortNamedExports': 'maintain',
  'typeLiteral.separatorKind.singleLine': 'comma',
  'taggedTemplate.spaceBeforeLiteral': false,
  'enumDeclaration.memberSpacing': 'maintain',
  'binaryExpression.linePerExpression': false,
  'memberExpression.linePerExpression': false,
  'arguments.preferHanging': 'never',
  'conditionalExpression.linePerExpression': true,
  'commentLine.forceSpaceAfterSlashes': false
})

// Not *.tsx: the formatter takes away spaces between elements, which are words' spaces on the page.
const generated = new Set(['dashboard/src/api/schema.ts', 'dashboard/src/api/supports.ts'])
const check = process.argv.includes('--check')
const tracked = ['ls-files', '--cached', '--others', '--exclude-standard']
const files = execFileSync('git', [...tracked, '*.ts', '*.mjs', '*.js', ':!clients'], { encoding: 'utf8' }).split('\n')
  .filter(file => file !== '' && !generated.has(file) && existsSync(file))
const differing = files.filter(file => {
  const fileText = readFileSync(file, 'utf8')
  const formatted = formatter.formatText({ filePath: file, fileText })
  if (formatted === fileText) return false
  if (!check) writeFileSync(file, formatted)
  return true
})
if (check && differing.length > 0) {
  console.error(`Not formatted (run npm run format):\n${differing.join('\n')}`)
  process.exit(1)
}

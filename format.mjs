/**
 * `npm run format`: lays out TypeScript, JavaScript and Markdown within 120 columns, and names longer lines elsewhere;
 * `-- --check` only names what differs.
 * In JSX the formatter drops a space at the edge of an element's text, which the page shows: such a file is refused
 * until the space is written as {' '}.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createFromBuffer } from '@dprint/formatter'
import markdown from '@dprint/markdown'
import typescript from '@dprint/typescript'
import ts from 'typescript'

const page = { lineWidth: 120, indentWidth: 2, newLineKind: 'lf' }
const documents = createFromBuffer(readFileSync(markdown.getPath()))
documents.setConfig(page, { textWrap: 'always', emphasisKind: 'asterisks', strongKind: 'asterisks' })
const sources = createFromBuffer(readFileSync(typescript.getPath()))
sources.setConfig(page, {
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
  'jsx.quoteStyle': 'preferDouble',
  'jsx.multiLineParens': 'prefer',
  'jsxAttributes.preferHanging': 'never',
  'commentLine.forceSpaceAfterSlashes': false
})

const generated = new Set([
  'clients/python/src/palimpsest_client/models.py',
  'dashboard/src/api/schema.ts',
  'dashboard/src/api/supports.ts',
  'docs/settings.md'
])

/** All text of a page's source, spaces between its elements included. */
function textOf (source) {
  const compiled = ts.transpileModule(source, { compilerOptions: { jsx: ts.JsxEmit.ReactJSX }, fileName: 'page.tsx' })
  const texts = []
  const visit = node => {
    if (ts.isStringLiteral(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('page.js', compiled.outputText, ts.ScriptTarget.Latest))
  return texts.join('')
}

/** Tracked and new files of these patterns. */
function files (...patterns) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns]
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(file => file !== '' && existsSync(file))
}

const check = process.argv.includes('--check')
// The packages under clients/ keep the layout of their own linters.
const others = ['ts', 'mjs', 'js'].map(ending => `:!clients/**/*.${ending}`)
const formatted = files('*.ts', '*.tsx', '*.mjs', '*.js', '*.md', ...others).filter(file => !generated.has(file))
const problems = formatted.filter(file => {
  const fileText = readFileSync(file, 'utf8')
  const result = (file.endsWith('.md') ? documents : sources).formatText({ filePath: file, fileText })
  if (result === fileText) return false
  if (file.endsWith('.tsx') && textOf(result) !== textOf(fileText)) {
    throw new Error(`${file}: a space at the edge of an element's text would be lost; write it as {' '}.`)
  }
  if (!check) writeFileSync(file, result)
  return check
})
for (const file of files('*.css', '*.html', '*.py', '*.cts', '*.yaml', '*.yml', 'Dockerfile', '.ci', 'deploy')) {
  if (generated.has(file) || file.endsWith('.md')) continue
  const at = readFileSync(file, 'utf8').split('\n').findIndex(line => line.length > 120)
  if (at >= 0) problems.push(`${file}:${at + 1}: a line over 120 columns`)
}
if (problems.length > 0) {
  console.error(`Not as npm run format lays it out:\n${problems.join('\n')}`)
  process.exit(1)
}

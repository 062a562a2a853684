/** The command line as a new operator meets it: settings that are found, help, a doctor, errors that say what to do. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { embeddedSettings, temporaryFolder } from '../services/embedded.ts'
import { runCommand, startService } from '../services/running.ts'

t.setTimeout(240_000)

const own = JSON.stringify({ Database: { Provider: 'embedded' }, Embedding: { Provider: 'builtin', Dimensions: 256 } })

t.test('a settings.json in the current folder is read when none is named', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'settings.json'), own)
  const backup = await runCommand(['backup'], folder)
  t.match(backup, { code: 0, out: /^0 users/ }, backup.err)
  const named = await runCommand(['backup'], folder, { SVC_SETTINGS_FILE: embeddedSettings })
  t.equal(named.code, 0, named.err)
})

t.test('an error names the file that was read, or that none was', async t => {
  const folder = await temporaryFolder(t)
  const without = await runCommand(['backup'], folder, { SVC_GraphDbB__Url: 'http://x' })
  t.match(without, { code: 1, err: /no settings file was read: there is no settings\.json in .*--settings FILE/ })
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ Database: { Provider: 'embeded' } }))
  const wrong = await runCommand(['backup'], folder)
  t.match(wrong, { code: 1, err: /Did you mean embedded\?.*settings: .*settings\.json\)/ })
  t.equal(wrong.err.trim().split('\n').length, 1, 'one line')
})

t.test('a variable with one underscore where two belong is named, and stops nothing', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'settings.json'), own)
  const variables = { SVC_Database_Provider: 'graphdb_a', SVC_PORT_3001_TCP: 'tcp://10.0.0.1', SVC_SERVICE_HOST: 'x' }
  t.match(await runCommand(['backup'], folder, variables), {
    code: 0,
    out: /^0 users/,
    err: /^palimpsest: SVC_Database_Provider is not read; the setting is SVC_Database__Provider, [^\n]*\n$/
  })
})

t.test('a wrong setting of one side of a migration names both files, and how its variables begin', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'old.json'), own)
  await writeFile(join(folder, 'new.json'), own.replace('256', '1024'))
  t.match(await runCommand(['migrate', '--from', 'old.json', '--to', 'new.json'], folder), {
    code: 1,
    err: /Set it to 256\. \(settings: from .*old\.json with FROM_SVC_.*, to .*new\.json with TO_SVC_/
  })
})

t.test('help for all, for one command and for a mistyped one; a version; completion', async t => {
  const folder = await temporaryFolder(t)
  const [help, one, typo, version, bash, shell] = await Promise.all([
    runCommand(['-h'], folder),
    runCommand(['help', 'restore'], folder),
    runCommand(['bakcup'], folder),
    runCommand(['--version'], folder),
    runCommand(['completion', 'bash'], folder),
    runCommand(['completion', 'tcsh'], folder)
  ])
  t.match(help, { code: 0, out: /doctor[^]*mint-key/ })
  t.match(one, { code: 0, out: /^Usage: palimpsest restore \[FOLDER\].*--settings FILE/ })
  t.match(typo, { code: 1, err: /Did you mean backup\?/ })
  t.match(version, { code: 0, out: /^palimpsest \d+\.\d+\.\d+ on Node v/ })
  t.match(bash, { code: 0, out: /complete -F _palimpsest palimpsest/ })
  t.match(shell, { code: 1, err: /bash\|zsh\|fish/ })
})

t.test('a user of whom nothing is stored is no empty export', async t => {
  const folder = await temporaryFolder(t)
  t.match(await runCommand(['export', 'nobody', '--settings', embeddedSettings], folder), {
    code: 1,
    out: '',
    err: /Nothing is stored for the user nobody/
  })
})

t.test('the doctor tries each part, and one that is away leaves the others to be tried', async t => {
  const folder = await temporaryFolder(t)
  const well = await runCommand(['doctor', '--settings', embeddedSettings], folder)
  t.match(well, { code: 0, out: /store\s+ok[^]*embedder\s+ok.*256[^]*llm\s+off[^]*disk\s+ok[^]*clock\s+ok/ }, well.out)
  const ill = await runCommand(['doctor', '--settings', embeddedSettings], folder, {
    SVC_Embedding__Provider: 'hosted_b',
    SVC_Embedding__HostedB__Endpoint: 'http://127.0.0.1:9/v1',
    SVC_Embedding__HostedB__Model: 'm'
  })
  t.match(ill, { code: 1, out: /store\s+ok[^]*embedder\s+FAILED[^]*disk\s+ok/ }, ill.out)
})

t.test('a configured LLM reads the facts; when it is told not to, the start warns', async t => {
  const folder = await temporaryFolder(t)
  const llm = { SVC_Llm__HostedBEndpoint: 'http://127.0.0.1:9/v1', SVC_Llm__HostedBModel: 'm' }
  const service = await startService(t, folder, llm)
  await service.stop()
  t.match(service.printed(), /Facts are read by the LLM m at http/)
  const told = await startService(t, folder, { ...llm, SVC_Distill__Provider: 'rules' })
  await told.stop()
  t.match(told.printed(), /"level":40[^\n]*Facts are read by rules although the LLM m is configured/)
})

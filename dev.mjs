/** `npm run dev [-- serve options]`: compiles on change and restarts the service when what it loaded has changed. */
import { spawn } from 'node:child_process'

const given = process.argv.length > 2 ? process.argv.slice(2) : ['--settings', 'settings.embedded.json']
const started = [
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/cli/cli.js', 'serve', ...given]
].map(args => spawn(process.execPath, args, { stdio: 'inherit' }))

for (const one of started) one.on('exit', () => stop())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

function stop () {
  for (const one of started) one.kill()
}

import { proxySocket } from '@repertoire/sandbox'

/**
 * Runs npm inside a sandbox: `describe`, `resolve` or `build`, with options as JSON. No lifecycle script runs,
 * and only packages of the registry are accepted.
 */
export const nodeInstaller = `
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'

const layer = '/workspace/layer'
const temporary = '/workspace/tmp'

function describe() {
  const { glibcVersionRuntime } = process.report.getReport().header
  const libc = glibcVersionRuntime ? 'glibc' : 'other'
  const platformTags = ['node', process.versions.modules, process.platform, process.arch, libc]
  console.log(JSON.stringify({ version: 'Node ' + process.version, platformTags }))
}

async function bridge() {
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const upstream = net.connect({ path: '${proxySocket}', allowHalfOpen: true })
    for (const [one, other] of [[client, upstream], [upstream, client]]) {
      one.pipe(other)
      one.on('error', () => other.destroy())
    }
  })
  server.unref()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return 'http://127.0.0.1:' + server.address().port
}

function npm(options, args, stdout = 'inherit') {
  for (const folder of [layer, temporary]) fs.mkdirSync(folder, { recursive: true })
  process.on('exit', () => fs.rmSync(temporary, { recursive: true, force: true }))
  const env = { PATH: process.env.PATH, HOME: temporary, TMPDIR: temporary, NO_UPDATE_NOTIFIER: '1' }
  const all = [options.npm, ...args, '--userconfig=/skill/npmrc', '--globalconfig=/skill/none',
    '--cache=' + temporary + '/npm', '--logs-max=0', '--loglevel=error']
  const child = spawn(process.execPath, all, { cwd: layer, env, stdio: ['ignore', stdout, 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function install(options, args) {
  fs.mkdirSync(layer, { recursive: true })
  const proxy = await bridge()
  for (const name of ['package.json', 'package-lock.json'])
    if (fs.existsSync('/skill/' + name)) fs.copyFileSync('/skill/' + name, layer + '/' + name)
  const code = await npm(options, [...args, '--ignore-scripts', '--omit=dev', '--no-bin-links', '--no-audit',
    '--no-fund', '--no-update-notifier', '--omit-lockfile-registry-resolved', '--git=/bin/false', '--fetch-retries=1',
    '--fetch-timeout=30000', '--proxy=' + proxy, '--https-proxy=' + proxy, '--noproxy=', ...options.arguments])
  if (code !== 0) process.exit(code)
}

const modes = {
  describe,
  'public-index': (options) => npm(options, ['config', 'get', 'registry']),
  resolve: async (options) => {
    await install(options, ['install', '--package-lock-only'])
    fs.copyFileSync(layer + '/package-lock.json', '/workspace/report.json')
    fs.rmSync(layer, { recursive: true })
  },
  build: async (options) => {
    await install(options, ['ci'])
    fs.rmSync(layer + '/node_modules/.package-lock.json', { force: true })
  },
}

await modes[process.argv[2]](JSON.parse(process.argv[3]))
`

import assert from 'node:assert/strict'
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectedFailures, revisions } from './conformance-expected.ts'

const suite = '@modelcontextprotocol/conformance'
/** The newest that knows the protocol of 2026-07-28; `latest` does not. */
const version = '0.2.0-alpha.12'

interface Endpoint {
  readonly url: string
  readonly key: string
}

/** The protocol's own suite against `/mcp`, in both eras. Skipped by name where it cannot be installed. */
export async function proveConformance(endpoint: Endpoint): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-conformance-'))
  const proxy = await startKeyProxy(endpoint)
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
    const installed = await run('npm', ['install', ...flags, `${suite}@${version}`], folder)
    if (installed.code !== 0) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', installed.output)
      return report(`skipped: ${suite} ${version} cannot be installed here`)
    }
    for (const revision of revisions) {
      const expected = join(folder, `${revision}.yml`)
      writeFileSync(expected, expectedFailures(revision))
      const { code, output } = await run(
        join(folder, 'node_modules/.bin/conformance'),
        [
          ...['server', '--url', proxy.url, '--requirements', revision],
          ...['--expected-failures', expected, '-o', join(folder, 'results')],
        ],
        folder,
      )
      assert.equal(code, 0, output.slice(-6_000))
      const passed = [...output.matchAll(/^✓ [\w-]+: [1-9]\d* passed/gm)].length
      assert.ok(passed > 3, output.slice(-6_000))
      report(`${suite} ${version}, ${revision}: ${passed} scenarios pass, no unexplained failure`)
    }
  } finally {
    proxy.server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The suite sends no key of its own. */
async function startKeyProxy({ url, key }: Endpoint): Promise<{ server: Server; url: string }> {
  const { hostname, port } = new URL(url)
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const { method, url: path } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return { server, url: `http://127.0.0.1:${address.port}/mcp` }
}

async function run(command: string, args: readonly string[], cwd: string) {
  const options: SpawnOptions = { cwd, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(command, args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  return { code, output }
}

function report(promise: string): void {
  process.stdout.write(`${promise}\n`)
}

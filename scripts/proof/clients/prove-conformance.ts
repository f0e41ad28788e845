import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../run-program.ts'
import { expectedFailures, revisions } from './conformance-expected.ts'
import { installPackage } from './run-package.ts'

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
    if (!(await installPackage(`${suite}@${version}`, folder))) return
    for (const revision of revisions) {
      const expected = join(folder, `${revision}.yml`)
      writeFileSync(expected, expectedFailures(revision))
      const { code, output } = await runProgram(
        join(folder, 'node_modules/.bin/conformance'),
        [
          ...['server', '--url', proxy.url, '--requirements', revision],
          ...['--expected-failures', expected, '-o', join(folder, 'results')],
        ],
        { cwd: folder },
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

function report(promise: string): void {
  process.stdout.write(`${promise}\n`)
}

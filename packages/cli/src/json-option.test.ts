import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeServer } from './testing/fake-server.ts'
import { createTempFolder, runCommand, type TempFolder } from './testing/run-command.ts'
import { type StartedServer, startServer } from './testing/start-server.ts'

const page = join(import.meta.dirname, '../../../docs/reference/commands.md')

/** Another test keeps the page complete. */
const commands = [
  ...readFileSync(page, 'utf8').matchAll(/^\| `repertoire ([a-z -]+)` \|/gm),
].flatMap(([, name]) => name ?? [])

/** Commands that call a server and have no `--json`, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'audit export': 'what it prints are JSON lines already',
  export: 'it writes a file',
  mcp: 'its output is the protocol',
  'organisations export': 'it writes a file',
}

it('every command that calls a server has --json, or a reason to have none', async () => {
  const without: string[] = []
  for (const name of commands) {
    const { stdout } = await runCommand([...name.split(' '), '--help'])
    if (/^ {2}--url /m.test(stdout) && !/^ {2}--json /m.test(stdout)) without.push(name)
  }
  expect(without.sort()).toEqual(Object.keys(exceptions).sort())
}, 120_000)

describe('with --json the output is one JSON object', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it.each([
    ['synonyms add k8s kubernetes', 0, { search_synonyms: [['k8s', 'kubernetes']] }],
    ['synonyms', 0, { search_synonyms: [['k8s', 'kubernetes']] }],
    ['synonyms remove k8s', 0, { search_synonyms: [] }],
    ['synonyms remove k8s', 1, { search_synonyms: [] }],
    ['retests --max-cost 2.5', 0, { outcome_retest_max_cost: 2.5, retest: null }],
    ['reindex', 0, { conversations: 0 }],
    ['audit verify', 0, { whole: true, first: 1, has_head: null, removed: null, broken: null }],
    [`audit verify --head ${'f'.repeat(64)}`, 1, { whole: true, has_head: false }],
  ])('of %s, with exit code %i', async (command, expected, result) => {
    const env = server.env
    const { code, stdout } = await runCommand([...command.split(' '), '--json'], { env })
    expect([code, JSON.parse(stdout)]).toEqual([expected, expect.objectContaining(result)])
  })
})

it.each([
  ['suppressions remove sup_1', { id: 'sup_1', removed: true }],
  ['connectors remove wiki', { name: 'wiki', removed: true }],
  ['advisories remove', { removed: true }],
])('with --json %s says what was removed', async (command, result) => {
  const server = await startFakeServer((_, response) => {
    response.writeHead(204).end()
  })
  const to = ['--url', server.url, '--key', 'rep_key']
  const { code, stdout, stderr } = await runCommand([...command.split(' '), '--json', ...to])
  server.close()
  expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', result])
})

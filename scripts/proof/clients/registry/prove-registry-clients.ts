import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../../run-program.ts'
import { type Api, connect } from '../../api.ts'
import { zipOf } from '../../engines/script-job.ts'
import { packageApi } from '../../packages/package-api.ts'
import { canRunScripts } from '../can-run-scripts.ts'
import type { ClientRow, ClientStep } from '../client-table.ts'
import { countScriptRuns } from '../count-runs.ts'
import type { ModelReply, ModelRequest } from './model-api.ts'
import { startModelDouble } from './model-double.ts'
import type { ClientPackage, Offer, RegistryClient } from './registry-client.ts'
import { clientPackages } from './registry-packages.ts'

const skill = 'stock-settlement'
const collection = 'stock'
const contents = (word: string) => ({
  'SKILL.md': `---\nname: ${skill}\ndescription: Adds up a settlement of a stock client\n---\n# ${word}\nRun add.py.\n`,
  'add.py': 'import sys\nprint("sum", sum(int(one) for one in sys.argv[1:]))\n',
})

/**
 * The clients that npm carries, unchanged: each takes a skill, gets its next revision, and gets nothing that was disabled.
 * The agents among them, whose model follows a script, find and enable it over MCP after the person's answer, and its
 * script runs once.
 */
export async function proveRegistryClients(server: {
  readonly url: string
  readonly key: string
}): Promise<readonly ClientRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-stock-clients-'))
  try {
    const api = connect(server.url, server.key)
    const publish = (word: string) =>
      packageApi(server.url, server.key).importPackage(zipOf(contents(word)), `${skill}.zip`)
    const id = await publish('First')
    const offer = await offerSkill(api, server)
    const packages = await installPackages(folder)
    const create = (home: string) => createClients(packages, { home: join(folder, home), offer })
    const clients = create('home')
    await inEach(clients, async (client) => hasText(client, await client.install(), '# First'))
    const did = await askAgents(clients, api)
    await publish('Second')
    await inEach(clients, async (client) => hasText(client, await client.update(), '# Second'))
    await api.send('PUT', `/skills/${id}`, { enabled: false })
    // Somebody who comes later.
    await inEach(create('later'), async (client) => {
      const { output } = await client.install()
      assert.equal(client.installed(), null, `${client.client}: ${output}`)
    })
    const seen: readonly ClientStep[] = ['installed', 'updated', 'revoked']
    return clients.map(({ client }) => {
      const steps = [...(did.get(client) ?? []), ...seen]
      process.stdout.write(`${client}: ${steps.join(', ')}\n`)
      return { client, did: steps }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function offerSkill(
  api: Api,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<Offer> {
  const selection = { kind: 'names', names: [skill] }
  const { id } = await api.send<{ id: string }>('POST', '/collections', {
    ...{ slug: collection, description: '', selection, audience: 'token' },
  })
  const { token } = await api.send<{ token: string }>('POST', `/collections/${id}/token`)
  return { url, key, token, collection, skill }
}

/** By package; those that cannot be had here are left out, except in CI. */
async function installPackages(folder: string): Promise<ReadonlyMap<ClientPackage, string>> {
  const named = [...new Map(clientPackages.map((one) => [one.named, one])).values()]
  const installed = await Promise.all(
    named.map(async (one) => {
      const home = join(folder, one.named.replaceAll(/\W/g, '-'))
      mkdirSync(home)
      writeFileSync(join(home, 'package.json'), '{"private":true}')
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
      const ended = await runProgram('npm', ['install', ...flags, one.named], { cwd: home })
      if (ended.code === 0 && one.finish) {
        const script = join(home, 'node_modules', one.finish)
        await runProgram(process.execPath, [script], { cwd: join(script, '..') })
      }
      if (ended.code === 0) return [one.named, join(home, 'node_modules/.bin')] as const
      assert.notEqual(process.env.REQUIRE_ALL, '1', ended.output)
      process.stdout.write(`skipped: ${one.named} cannot be installed here\n`)
      return [one.named, ''] as const
    }),
  )
  const programs = new Map(installed)
  return new Map(
    clientPackages.flatMap((one) => {
      const found = programs.get(one.named)
      return found ? [[one, found] as const] : []
    }),
  )
}

function createClients(
  packages: ReadonlyMap<ClientPackage, string>,
  { home, offer }: { readonly home: string; readonly offer: Offer },
): readonly RegistryClient[] {
  return [...packages].map(([one, programs], at) => {
    const place = { programs, home: join(home, String(at)) }
    mkdirSync(place.home, { recursive: true })
    return one.create(place, offer)
  })
}

async function inEach(
  clients: readonly RegistryClient[],
  step: (client: RegistryClient) => Promise<void>,
): Promise<void> {
  // Each ends before the first failure is shown: their folder is removed then.
  const ended = await Promise.allSettled(clients.map(step))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

function hasText(
  client: RegistryClient,
  { code, output }: { code: number | null; output: string },
  text: string,
): void {
  assert.equal(code, 0, `${client.client}: ${output}`)
  assert.match(client.installed() ?? '', new RegExp(text), `${client.client}: ${output}`)
}

const calls = [
  ['search_skills', { query: 'settlement' }],
  ['enable_skill', { skill_slug: skill, reason: 'It fits.' }],
  ['run_skill_script', { skill_name: skill, script_name: 'add.py', args: '40 2' }],
] as const

/** What the agent of each client was seen to do. */
async function askAgents(
  clients: readonly RegistryClient[],
  api: Api,
): Promise<ReadonlyMap<string, readonly ClientStep[]>> {
  const runsScripts = await canRunScripts(api)
  const did = new Map<string, readonly ClientStep[]>()
  for (const { client, ask } of clients) {
    if (!ask) continue
    const before = await countScriptRuns(api)
    const seen: string[][] = []
    let approvals = 0
    const model = await startModelDouble(async (request) => {
      seen.push([...request.results])
      approvals += await approveAsked(api, request)
      return nextCall(request, runsScripts ? calls : calls.slice(0, 2))
    })
    const { code, output } = await ask(model.url)
    model.close()
    const shown = `${client}: ${output}\n${JSON.stringify(seen.at(-1))}`
    assert.equal(code, 0, shown)
    assert.match(JSON.stringify(seen.at(-1)), new RegExp(`${skill}[^]*Run add\\.py`), shown)
    assert.ok(approvals > 0, shown)
    if (runsScripts) {
      assert.match(seen.at(-1)?.join() ?? '', /sum 42/, shown)
      assert.equal((await countScriptRuns(api)) - before, 1, shown)
    }
    did.set(client, ['found', 'approved'])
  }
  return did
}

const pending = /approval\.pending/

/** Answers what the last call asks a person; how many questions that were. */
async function approveAsked(api: Api, { results }: ModelRequest): Promise<number> {
  const last = results.at(-1) ?? ''
  const [id] = pending.test(last) ? (/apr_\w+/.exec(last) ?? []) : []
  if (id === undefined) return 0
  await api.send('POST', `/approvals/${id}`, { approved: true })
  return 1
}

/** The next call of the script; the same again after a question. */
function nextCall(
  { tools, results }: ModelRequest,
  script: readonly (readonly [string, object])[],
): ModelReply {
  const [name, input] = script[results.filter((text) => !pending.test(text)).length] ?? []
  const tool = name === undefined ? undefined : tools.find((one) => one.endsWith(name))
  return tool === undefined || input === undefined ? { text: 'Done.' } : { tool, input }
}

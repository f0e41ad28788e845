import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { zipOf } from '../engines/script-job.ts'
import { packageApi } from '../packages/package-api.ts'
import { createPythonEnvironment } from '../python-environment.ts'
import { canRunScripts } from './can-run-scripts.ts'
import type { ClientRow, ClientStep } from './client-table.ts'
import { countScriptRuns } from './count-runs.ts'
import { runPython } from './run-python.ts'

const clients = { mcp: 'mcp 2.3.0 (Python)', fastmcp: 'fastmcp 4.1.2' } as const
type Library = keyof typeof clients

const folder = join(import.meta.dirname, 'python')
const name = 'invoice-sum'
const address = `skill://org/${name}/SKILL.md`
const enable = ['enable_skill', { skill_slug: name, reason: 'It fits.' }] as const
const run = ['run_skill_script', { skill_name: name, script_name: 'add.py', args: '40 2' }] as const
const search = ['search_skills', { query: 'invoice' }] as const
type Call = readonly [name: string, input: object]

/** Another body for each client, so that each sees a revision of its own replaced. */
const skill = (body: string) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Adds up an invoice\n---\n${body} Run add.py.\n`,
  'add.py': 'import sys\nprint("sum", sum(int(one) for one in sys.argv[1:]))\n',
})

interface Order {
  readonly session: string
  readonly calls?: readonly Call[]
  /** The person's answer where the client asks in place; null where it cannot ask. */
  readonly answer?: boolean | null
}

interface Answer {
  readonly tools: readonly string[]
  readonly results: readonly { readonly isError: boolean; readonly texts: readonly string[] }[]
  readonly read: Readonly<Record<string, { readonly sha256?: string; readonly error?: string }>>
  /** Of the client that speaks the protocol's own methods for skills. */
  readonly listed?: readonly {
    readonly name?: string
    readonly resources: readonly { readonly uri: string; readonly digest: string }[]
  }[]
  readonly questions: readonly string[]
}

interface Proving {
  readonly url: string
  readonly key: string
}

/**
 * The clients of PyPI that Python agents are built on, unchanged: each lists, reads and checks digests, is asked and
 * approves, refuses, has its question answered on the page, sees a new revision, and loses what was switched off.
 */
export async function provePython(server: Proving): Promise<readonly ClientRow[]> {
  const environment = mkdtempSync(join(tmpdir(), 'repertoire-python-clients-'))
  try {
    const requirements = join(folder, 'requirements.txt')
    const python = await createPythonEnvironment(environment, [
      '--require-hashes',
      '-r',
      requirements,
    ])
    if ('missing' in python) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', python.missing)
      process.stdout.write(`skipped: the clients mcp and fastmcp of PyPI (${python.missing})\n`)
      return []
    }
    const rows: ClientRow[] = []
    for (const library of Object.keys(clients) as Library[]) {
      const program = join(python.programs, 'python')
      rows.push(await proveLibrary(server, { library, program }))
    }
    return rows
  } finally {
    rmSync(environment, { recursive: true, force: true })
  }
}

async function proveLibrary(
  server: Proving,
  { library, program }: { readonly library: Library; readonly program: string },
): Promise<ClientRow> {
  const api = connect(server.url, server.key)
  const ask = ({ session, calls = [], answer = null }: Order) =>
    runPython<Answer>([program, join(folder, 'one_client.py')], {
      ...{ library, url: `${server.url}/mcp`, key: server.key, read: [address] },
      ...{ session: `${library} ${session}`, calls, answer },
    })
  const did: ClientStep[] = []
  const first = await upload(server, `For ${library}, first.`)
  await proveReading(await ask({ session: 'reading', calls: [search] }), first)
  did.push('found')
  const scripts = await canRunScripts(api)
  await proveApproval(api, { ask, scripts })
  await proveRefusal(api, ask)
  await proveAnswerOnPage(api, { ask, scripts })
  did.push('approved')
  const second = await upload(server, `For ${library}, second.`)
  assert.notEqual(second.sha256, first.sha256)
  await proveReading(await ask({ session: 'updated', calls: [search] }), second)
  did.push('updated')
  await api.send('PUT', `/skills/${second.id}`, { enabled: false })
  proveGone(await ask({ session: 'revoked', calls: [enable], answer: true }))
  did.push('revoked')
  await api.send('PUT', `/skills/${second.id}`, { enabled: true })
  const ran = scripts ? ', its script ran once each time' : ' (no script can run here)'
  process.stdout.write(
    `${clients[library]}: read with digests, approved, refused, answered on the page${ran}\n`,
  )
  return { client: clients[library], did }
}

/** What the client reads has the bytes that the store has, by the digest that was given with the listing. */
async function proveReading(answer: Answer, { sha256 }: Uploaded): Promise<void> {
  assert.ok(answer.tools.includes('search_skills'))
  assert.match(answer.results[0]?.texts.join() ?? '', new RegExp(name))
  assert.equal(answer.read[address]?.sha256, sha256, JSON.stringify(answer.read))
  if (!answer.listed) return
  const digests = answer.listed.flatMap(({ resources }) =>
    resources.flatMap(({ uri, digest }) => (uri === address ? [digest] : [])),
  )
  assert.deepEqual(digests, [`sha256:${sha256}`])
}

interface Trying {
  readonly ask: (order: Order) => Promise<Answer>
  readonly scripts: boolean
}

/** The client asks its person, whose yes goes on with the same call. */
async function proveApproval(api: Api, { ask, scripts }: Trying): Promise<void> {
  const before = await countScriptRuns(api)
  const calls = scripts ? [enable, run] : [enable]
  const { results, questions } = await ask({ session: 'a yes', calls, answer: true })
  for (const { isError, texts } of results) assert.equal(isError, false, texts.join())
  assert.ok(questions.length > 0, 'nobody was asked')
  if (!scripts) return
  assert.match(results[1]?.texts.join() ?? '', /sum 42/)
  assert.equal(await countScriptRuns(api), before + 1)
}

/** A no is a no, and nothing runs. */
async function proveRefusal(api: Api, ask: Trying['ask']): Promise<void> {
  const before = await countScriptRuns(api)
  const { results, questions } = await ask({ session: 'a no', calls: [enable], answer: false })
  assert.equal(questions.length, 1)
  assert.equal(results[0]?.isError, true)
  assert.equal(codeOf(results[0]?.texts), 'approval.denied')
  assert.equal(await countScriptRuns(api), before)
}

/** A client that cannot ask is given the question's id; the same calls go on when it is answered elsewhere. */
async function proveAnswerOnPage(api: Api, { ask, scripts }: Trying): Promise<void> {
  const before = await countScriptRuns(api)
  const session = 'on the page'
  const calls = scripts ? [enable, run] : [enable]
  for (const call of calls) {
    const asked = await ask({ session, calls: [call] })
    assert.equal(asked.questions.length, 0)
    if (codeOf(asked.results[0]?.texts) !== 'approval.pending') {
      assert.notEqual(call, enable, 'nobody was asked')
      assert.equal(asked.results[0]?.isError, false, asked.results[0]?.texts.join())
      continue
    }
    const { details } = JSON.parse(asked.results[0]?.texts[0] ?? '{}') as {
      details: { approval_id: string }
    }
    await api.send('POST', `/approvals/${details.approval_id}`, { approved: true })
    const again = await ask({ session, calls: [call] })
    assert.equal(again.results[0]?.isError, false, again.results[0]?.texts.join())
  }
  if (scripts) assert.equal(await countScriptRuns(api), before + 1)
}

/** A skill that was switched off is neither read nor enabled, whatever the person would say. */
function proveGone({ read, results, listed, questions }: Answer): void {
  assert.ok(read[address]?.error, JSON.stringify(read))
  assert.equal(results[0]?.isError, true)
  assert.equal(questions.length, 0)
  const uris = (listed ?? []).flatMap(({ resources }) => resources.map(({ uri }) => uri))
  assert.ok(!uris.includes(address))
}

interface Uploaded {
  readonly id: string
  /** Of its SKILL.md. */
  readonly sha256: string
}

async function upload({ url, key }: Proving, body: string): Promise<Uploaded> {
  await packageApi(url, key).importPackage(zipOf(skill(body)), `${name}.zip`)
  const api = connect(url, key)
  const { items } = await api.get<{ items: { id: string; slug: string }[] }>('/skills?limit=200')
  const id = items.find(({ slug }) => slug === name)?.id ?? ''
  const { files } = await api.get<{ files: { path: string; sha256: string }[] }>(`/skills/${id}`)
  const sha256 = files.find(({ path }) => path === 'SKILL.md')?.sha256 ?? ''
  assert.notEqual(sha256, '')
  return { id, sha256 }
}

function codeOf(texts: readonly string[] = []): unknown {
  const [text = ''] = texts
  return text.startsWith('{') ? (JSON.parse(text) as { code?: unknown }).code : undefined
}

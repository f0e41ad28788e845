/**
 * Document C's data-analyzer, which has a requirements.txt: uploaded with the document's curl commands, run in
 * a conversation with its packages installed, run again with the package index down, and refused by name where
 * nothing is installed.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Api, connect } from '../api.ts'
import { root } from '../paths.ts'
import { freePort, startServer } from '../server-process.ts'
import { plainModel, zipBytes } from '../zip/zip-model.ts'
import { type FakePackageIndex, startFakePackageIndex } from './fake-package-index.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const body = '# Analyse data\nRun analyze.py over the numbers and tell what it says.\n'
const files = {
  'SKILL.md': body,
  'analyze.py':
    'import sys\nfrom helpers import numbers\nfrom tinystats import mean\nprint("mean", mean(numbers(sys.argv[1])))\n',
  'helpers.py': 'def numbers(text): return [float(one) for one in text.split(",")]\n',
  'requirements.txt': 'tinystats>=1\n',
}
const another = { ...files, 'requirements.txt': 'tinystats>=1\nnever-installed==2.0\n' }

interface Turn {
  readonly reply: string | null
  readonly run: { readonly status: string }
}

let step = 0
function report(promise: string): void {
  step += 1
  process.stdout.write(`${String(step).padStart(2)}. ${promise}\n`)
}

export async function proveLayers(): Promise<void> {
  const missing = missingPackages()
  if (missing !== null) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', missing)
    process.stdout.write(`skipped: packages of scripts (${missing})\n`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-layers-proof-'))
  const layers = join(folder, 'layers')
  // Scripts run as a user of their own, which needs access to this folder.
  chmodSync(folder, 0o755)
  mkdirSync(layers)
  const module = 'def mean(all): return sum(all) / len(all)\n'
  const index = await startFakePackageIndex('tinystats', module)
  const env = { PACKAGE_INDEX_PYTHON: index.url, PACKAGE_LAYERS_DIR: layers }
  const server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    key,
    env,
  })
  try {
    await prove({ url: server.url, folder, index })
  } finally {
    await index.stop().catch(() => undefined)
    await server.kill('SIGTERM').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Fixture {
  readonly url: string
  readonly folder: string
  readonly index: FakePackageIndex
}

async function prove({ url, folder, index }: Fixture): Promise<void> {
  const api = connect(url, key)
  const upload = uploader(url, folder)
  const analyzer = await upload('data-analyzer', files)
  report('uploaded skill-package.zip with requirements.txt by the document’s curl command')
  const agent = await createAgent(url, [analyzer])
  const before = await requirementsOf(api, analyzer)
  assert.deepEqual(before, [{ kind: 'python', installed: false, status: 'needs-approval' }])
  const first = await askAndApprove(api, agent)
  assert.match(first, /mean 2\.5/)
  assert.ok(index.requestedPaths.includes('/tinystats-1.0-py3-none-any.whl'))
  report(
    `asked: activated, approved tinystats==1.0 once, installed it, ran analyze.py: “${oneLine(first)}”`,
  )
  const after = await requirementsOf(api, analyzer)
  assert.deepEqual(after, [{ kind: 'python', installed: true, status: 'installed' }])
  report('the skill reports its requirements as installed')

  await index.stop()
  assert.match(await ask(api, agent), /mean 2\.5/)
  report('asked again with the index stopped: the same reply, from the existing layer')

  const other = await upload('data-fetcher', another)
  const refused = await ask(api, await createAgent(url, [other]))
  assert.match(refused, /never-installed==2\.0/)
  assert.match(refused, /index cannot be reached/)
  assert.doesNotMatch(refused, /mean/)
  const { items: ran } = await api.get<{ items: { id: string; status: string }[] }>(
    `/executions?skill_id=${other}`,
  )
  assert.deepEqual(ran, [])
  report(`another skill is refused, naming the missing package: “${oneLine(refused)}”`)
}

/** `curl -X POST /v1/skills/upload -F file=@… -F name=… -F description=…`; returns the skill's id. */
function uploader(url: string, folder: string) {
  return async (name: string, content: Readonly<Record<string, string>>): Promise<string> => {
    const packed = Object.entries(content).map(([path, text]) => ({
      ...{ path, executable: false },
      bytes: Buffer.from(text),
    }))
    const zip = join(folder, 'skill-package.zip')
    writeFileSync(zip, zipBytes(plainModel(packed)))
    const form = ['-F', `file=@${zip}`, '-F', `name=${name}`]
    const described = ['-F', 'description=Analyze datasets with Python']
    const { skill } = await curl<{ skill: { id: string } }>(url, '/v1/skills/upload', [
      ...form,
      ...described,
    ])
    return skill.id
  }
}

async function createAgent(url: string, skillIds: readonly string[]): Promise<string> {
  const agent = {
    name: `Data Agent ${skillIds.join(' ')}`.slice(0, 60),
    instruction: 'You are a data analysis agent.',
    skill_ids: skillIds,
  }
  const { id } = await curl<{ id: string }>(url, '/v1/agents/', ['-d', JSON.stringify(agent)])
  return id
}

async function curl<T>(url: string, path: string, args: readonly string[]): Promise<T> {
  const authorization = `Authorization: Bearer ${key}`
  const all = [
    '-sS',
    '--fail-with-body',
    '-X',
    'POST',
    `${url}${path}`,
    '-H',
    authorization,
    ...args,
  ]
  const { stdout } = await promisify(execFile)('curl', all)
  return JSON.parse(stdout) as T
}

async function ask(api: Api, agentId: string): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { agent_id: agentId })
  const text = 'Analyze my datasets: run analyze.py with 1,2,3,4'
  const turn = await api.send<Turn>('POST', `/conversations/${id}/messages`, { text })
  assert.equal(turn.run.status, 'completed')
  return turn.reply ?? ''
}

/** The first run waits until an owner has approved the exact packages. */
async function askAndApprove(api: Api, agentId: string): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { agent_id: agentId })
  const text = 'Analyze my datasets: run analyze.py with 1,2,3,4'
  const sent = api.send<Turn>('POST', `/conversations/${id}/messages`, { text })
  const events = api.events(`/conversations/${id}/events`, 0)
  try {
    const { data } = await events.next('approval_required')
    assert.equal(data.type, 'package_installation')
    const { approval_id, lists } = data.installation as PackageRequest
    assert.deepEqual(
      lists.map(({ packages }) => packages),
      [['tinystats==1.0']],
    )
    await api.send('POST', `/approvals/${approval_id}`, { approved: true })
    const { text: reply } = (await events.next('run_completed')).data
    await sent
    return String(reply)
  } finally {
    events.close()
  }
}

interface PackageRequest {
  readonly approval_id: string
  readonly lists: readonly { readonly packages: readonly string[] }[]
}

async function requirementsOf(api: Api, skillId: string) {
  const { items } = await api.get<{
    items: { kind: string; installed: boolean; status: string }[]
  }>(`/skills/${skillId}/requirements`)
  return items.map(({ kind, installed, status }) => ({ kind, installed, status }))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The command that installs the missing programs; null if none are missing. */
function missingPackages(): string | null {
  if (spawnSync('curl', ['--version'], { stdio: 'ignore' }).status !== 0)
    return 'apt-get install curl'
  const missing = spawnSync(process.execPath, [join(root, 'scripts/missing-packages.mjs')])
  const packages = missing.stdout.toString().split(' ')
  const needed = ['bubblewrap', 'python3-pip'].filter((name) => packages.includes(name))
  return needed.length === 0 ? null : `apt-get install ${needed.join(' ')}`
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readmeExample } from '../../pack/readme-example.ts'
import { startTemporalServer } from '../../temporal/dev-server.mjs'
import { findTemporal } from '../../temporal/temporal-program.mjs'
import { type Api, connect } from '../api.ts'
import type { EmptyProject, Project } from './empty-project.ts'

const key = 'rep_packed_0123456789abcdef0123456789abcdef'

/** `npx repertoire`, to the first answer of the demo model. */
export async function proveFirstAnswer(
  outsider: EmptyProject,
  project: Project,
  report: (promise: string) => void,
): Promise<void> {
  for (const flag of ['--version', '-V']) {
    assert.match(await project.run('npx', ['repertoire', flag]), /^repertoire \d+\.\d+\.\d+\n$/)
  }
  report('`npx repertoire --version` and `-V` print the version')
  const server = await startCommand(outsider, project)
  try {
    const page = await fetch(server.url)
    assert.match(await page.text(), /<script[^>]+src="\/assets\//)
    const data = join(outsider.home, '.local/share/repertoire/local.json')
    assert.ok(existsSync(data), `${data} is there`)
    report('`npx repertoire` starts the server and the page, with its data in the account’s folder')
    await answersFromSample(connect(server.url, key))
    report('the first question is answered from a sample')
    const found = await project.run('npx', ['repertoire', 'search', 'slow', 'postgres'])
    assert.match(found, /postgres-health-triage/)
    report('`npx repertoire search` finds that server without being told where it is')
    await clientExampleRuns(project, server.url)
    report('the example of @repertoire/client reaches it')
  } finally {
    await server.stop()
  }
}

async function startCommand(
  outsider: EmptyProject,
  project: Project,
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn('npx', ['repertoire'], {
    cwd: project.folder,
    // A group of its own: npx does not pass every signal on.
    detached: true,
    env: { ...outsider.env, ...settings, PORT: '0', REPERTOIRE_BOOTSTRAP_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /is at (http:\S+)[\s\S]*Stop:/.exec(printed)?.[1]
        if (found) resolve(found)
      })
    }
    void exited.then(() => reject(new Error(`npx repertoire ended:\n${printed}`)))
  })
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
  return { url, stop }
}

async function answersFromSample(api: Api): Promise<void> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', {})
  const text = 'Our Postgres database is slow. What do I check first?'
  await api.send('POST', `/conversations/${id}/messages`, { text })
  const { enabled_skills: enabled } = await api.get<{ enabled_skills: { slug: string }[] }>(
    `/conversations/${id}/skills`,
  )
  assert.deepEqual(
    enabled.map(({ slug }) => slug),
    ['sample-postgres-health-triage'],
  )
}

async function clientExampleRuns(project: Project, url: string): Promise<void> {
  const example = readmeExample('client')
  assert.ok(example)
  project.write('client.mjs', example.code)
  const env = { REPERTOIRE_URL: url, REPERTOIRE_API_KEY: key }
  const printed = await project.run('node', ['client.mjs'], env)
  assert.equal(printed.trim(), example.prints.join('\n'))
}

/** What only some servers need says so when it is missing, and how to get it; with it the first question is answered. */
export async function proveTemporalIsOptional(
  outsider: EmptyProject,
  project: Project,
  report: (promise: string) => void,
): Promise<void> {
  const engine = { WORKFLOW__EXECUTION_ENGINE: 'temporal' }
  const refused = await project.run('npx', ['repertoire'], { ...engine, PORT: '0' }).then(
    () => '',
    (error: Error) => error.message,
  )
  const [, packages = ''] = /npm install ((?:@temporalio\/\S+ ?){5})/.exec(refused) ?? []
  assert.notEqual(packages, '', `names what to install:\n${refused}`)
  report('the engine `temporal` says which packages it needs, and how to install them')
  if (findTemporal() === undefined) {
    process.stdout.write('skipped: Temporal (node scripts/temporal/install.mjs)\n')
    return
  }
  await project.run('npm', ['install', '--loglevel=error', ...packages.trim().split(' ')])
  const temporal = await startTemporalServer()
  try {
    const env = { ...engine, TEMPORAL_ADDRESS: temporal.address }
    const server = await startCommand(outsider, project, env)
    try {
      await answersFromSample(connect(server.url, key))
      assert.match(temporal.temporal('workflow', 'count'), /[1-9]/)
    } finally {
      await server.stop()
    }
  } finally {
    await temporal.stop()
  }
  report('once they are installed, it answers the first question by a workflow of a real Temporal')
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogBody, CatalogItemBody, SkillPage, SourceBody } from '@repertoire/protocol'
import { type GitServer, startGitServer, TestRepository } from '@repertoire/sources/testing'
import { type Api, connect } from '../api.ts'
import { freePort, startServer } from '../server-process.ts'

type Report = (promise: string) => void

const flat = (title: string) => `# ${title}\n\nHow we do ${title}.\n\n## Steps\n\nLook.\n`
const packaged = '---\nname: triage\ndescription: Finds it.\nlicense: MIT\n---\nLook.\n'

/** Sources and their catalogue, against a real Git server. */
export async function proveCatalogue(key: string, report: Report): Promise<void> {
  const missing = ['git', 'openssl'].find((tool) => spawnSync(tool, ['version']).status !== 0)
  if (missing !== undefined) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', missing)
    report(`skipped: sources and the catalogue (${missing} is missing)`)
    return
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-catalogue-'))
  const git = await startGitServer()
  const env = { REPERTOIRE_OUTBOUND_ALLOW: new URL(git.url).host, GIT_SSL_CAINFO: git.caFile }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  try {
    const api = connect(server.url, key)
    const source = await proveFlatFiles(api, git, report)
    await proveUnnamedUrl(api, git, report)
    await proveBrowsing(api, { git, beside: source }, report)
  } finally {
    await server.kill('SIGTERM')
    await git.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function addGit(api: Api, git: GitServer, config: { name: string; path?: string }) {
  const { name, path } = config
  const address = { url: `${git.url}/${name}.git`, ...(path !== undefined && { path }) }
  return api.send<SourceBody>('POST', '/skills/sources', { source_type: 'git', config: address })
}

/** Has the source read again, and returns what it offers. */
async function readAgain(api: Api, { id }: SourceBody): Promise<readonly CatalogItemBody[]> {
  const query = `source_id=${id}&refresh=true`
  const { items, errors } = await api.get<CatalogBody>(`/skills/catalog?${query}`)
  assert.deepEqual(errors, [])
  return items
}

async function proveFlatFiles(api: Api, git: GitServer, report: Report): Promise<SourceBody> {
  new TestRepository(git, 'team/runbooks').commit({
    'docs/failover.md': flat('Failover'),
    'docs/restore.md': flat('Restore'),
  })
  const source = await addGit(api, git, { name: 'team/runbooks', path: 'docs' })
  const items = await readAgain(api, source)
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ['failover', 'restore'])
  for (const { arrival_id: id, digest } of items) {
    await api.send('POST', `/reviews/${id}/approve`, { digest, enable: true })
  }
  await api.send('POST', '/skills', { content: packaged.replaceAll('triage', 'own'), scope: 'org' })
  const { items: found } = await api.get<SkillPage>(`/skills?source_id=${source.id}`)
  assert.deepEqual(found.map(({ slug }) => slug).toSorted(), ['failover', 'restore'])
  report('A9: each .md file of a source is a skill, and source_id lists these alone')
  return source
}

async function proveUnnamedUrl(api: Api, git: GitServer, report: Report): Promise<void> {
  const url = `${git.url}/team/report/SKILL.md`
  const made = await api.send<SourceBody>('POST', '/skills/sources', {
    ...{ source_type: 'url', config: { url } },
  })
  assert.ok(made.name.length > 0)
  await api.send('DELETE', `/skills/sources/${made.id}`)
  report(`A9: a source of the type url needs no name (it is called “${made.name}”)`)
}

interface Browsing {
  readonly git: GitServer
  /** Another source, which the catalogue of one leaves out. */
  readonly beside: SourceBody
}

async function proveBrowsing(api: Api, { git, beside }: Browsing, report: Report): Promise<void> {
  const repository = new TestRepository(git, 'team/skills')
  repository.commit({ 'skills/triage/SKILL.md': packaged })
  const source = await addGit(api, git, { name: 'team/skills' })
  const [offered] = await readAgain(api, source)
  assert.deepEqual([offered?.path, offered?.installed], ['skills/triage', false])
  const item = { source_id: offered?.source_id, path: offered?.path }
  await api.send('POST', '/skills/catalog/install', item)
  repository.commit({ 'skills/triage/SKILL.md': `${packaged}Twice.\n` })
  const [updated] = await readAgain(api, source)
  assert.deepEqual([updated?.installed, updated?.update_available], [true, true])
  assert.deepEqual(
    [updated?.verdict, updated?.licence, updated?.licence_decision],
    [...['clean', 'MIT', 'allowed']],
  )
  const { items } = await api.get<CatalogBody>('/skills/catalog')
  assert.ok(items.some(({ catalog_source_id: id }) => id === beside.id))
  report(
    'D10: a skill is installed by its source_id and path; asked to, the catalogue is read again',
  )
}

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramEnd, runProgram } from '../../run-program.ts'
import { connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { readSkillFolders } from '../packages/skill-folders.ts'
import { realSkills } from '../paths.ts'
import { freePort, startServer } from '../server-process.ts'
import { plainModel, zipBytes } from '../zip/zip-model.ts'
import type { ClientRow } from './client-table.ts'
import { installPackage } from './run-package.ts'

const client = '@modelcontextprotocol/inspector@2.12.0'
const key = 'rep_proof_0123456789abcdef0123456789abcdef'
/** More than there are, so that none is left unread; the Inspector reads 256 unless told. */
const limits = ['--skill-catalog-max-skills', '5000', '--skill-catalog-max-bytes', '1000000000']
const search = [
  '--method',
  'tools/call',
  '--tool-name',
  'search_skills',
  '--tool-arg',
  'query=invoice',
]

/**
 * The stock Inspector, unchanged, at a server with every public skill: it lists tools, finds and enables a skill in both
 * eras of the protocol, and verifies each listed skill with its digests. Skipped by name where the data or the package
 * is missing.
 */
export async function proveInspector(): Promise<readonly ClientRow[]> {
  if (!existsSync(realSkills)) {
    process.stdout.write('skipped: the Inspector over 244 real skills (no ../shared/data)\n')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-inspector-'))
  try {
    if (!(await installPackage(client, folder))) return []
    return [{ client, did: await inspect(folder) }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inspect(folder: string): Promise<ClientRow['did']> {
  const dataDir = join(folder, 'data')
  const server = await startServer({ dataDir, port: await freePort(), key })
  try {
    const skill = await importRealSkills(server.url)
    const run = runInspector(folder, server.url)
    for (const era of ['modern', 'legacy'] as const) {
      const tools = await run(era, '--method', 'tools/list')
      assert.equal(tools.code, 0, tools.output.slice(-6_000))
      for (const name of ['search_skills', 'enable_skill'])
        assert.match(tools.output, new RegExp(`"${name}"`))
      const found = await run(era, ...search)
      assert.equal(found.code, 0, found.output.slice(-6_000))
      assert.match(found.output, /slug/)
      await proveAnswerOnPage(() => run(era, ...enabling(skill)), server.url)
    }
    await proveListedSkills(run, 200)
    await importMore(server.url)
    await proveListedSkills(run, 2_000)
    await connect(server.url, key).send('PUT', `/skills/${skill.id}`, { enabled: false })
    assert.match((await run('modern', ...enabling(skill))).output, /"isError": *true|skill\.not-/)
    return ['found', 'approved', 'revoked']
  } finally {
    await server.kill('SIGTERM')
  }
}

const enabling = ({ slug }: { readonly slug: string }) => [
  '--method',
  'tools/call',
  '--tool-name',
  'enable_skill',
  '--tool-arg',
  `skill_slug=${slug}`,
]

/** The Inspector's commands ask nobody: it shows the question's id, and the same call goes on once it is answered. */
async function proveAnswerOnPage(enable: () => Promise<ProgramEnd>, url: string): Promise<void> {
  const asked = await enable()
  const [, approval] = /approval_id\W+(\w+)/.exec(asked.output) ?? []
  assert.ok(approval, asked.output.slice(-6_000))
  await connect(url, key).send('POST', `/approvals/${approval}`, { approved: true })
  const enabled = await enable()
  assert.equal(enabled.code, 0, enabled.output.slice(-6_000))
  assert.match(enabled.output, /<skill name=/)
}

type Run = ReturnType<typeof runInspector>

function runInspector(folder: string, url: string) {
  return (era: 'modern' | 'legacy', ...args: string[]) =>
    runProgram(
      join(folder, 'node_modules/.bin/mcp-inspector'),
      [
        ...['--cli', `${url}/mcp`, '--transport', 'http', '--protocol-era', era],
        ...['--header', `Authorization: Bearer ${key}`],
        ...['--header', `x-repertoire-conversation: inspector ${era}`, ...args],
      ],
      { cwd: folder, env: { HOME: folder, NO_COLOR: '1' } },
    )
}

/** What is listed has the bytes of its digests: the Inspector ends with another code where one has not. */
async function proveListedSkills(run: Run, least: number): Promise<void> {
  const flags = ['--verify', '--require-digests', ...limits]
  const { code, output } = await run('modern', '--method', 'skills/list', ...flags)
  assert.equal(code, 0, output.slice(-6_000))
  const verified = new Set(output.match(/skill:\/\/[^\s"]+\/SKILL\.md/g)).size
  assert.ok(verified > least, `${verified} skills were listed`)
  process.stdout.write(`${client}: ${verified} listed skills verified with their digests\n`)
}

/** 2,000 skills of one file, beside the real ones. */
async function importMore(url: string): Promise<void> {
  const api = connect(url, key)
  for (let first = 0; first < 2_000; first += 50) {
    const items = Array.from({ length: 50 }, (_, at) => {
      const name = `case-${first + at}`
      const text = `---\nname: ${name}\ndescription: Settles ${name}.\n---\nDo it.\n`
      const content_base64 = Buffer.from(text).toString('base64')
      return { path: name, files: [{ path: 'SKILL.md', content_base64 }] }
    })
    await api.send('POST', '/imports', { scope: 'org', items })
  }
}

/** Imports every public skill; returns one that is to be enabled. */
async function importRealSkills(
  url: string,
): Promise<{ readonly id: string; readonly slug: string }> {
  const api = packageApi(url, key)
  const ids: string[] = []
  for (const { name, files } of readSkillFolders()) {
    // One that the scan blocks stays out.
    const id = await api.importPackage(zipBytes(plainModel(files)), `${name}.zip`).catch(() => null)
    if (id !== null) ids.push(id)
  }
  assert.ok(ids.length > 200, `${ids.length} of 244 skills were imported`)
  const settings = { skill_enablement_policy: 'prompt-user' }
  await connect(url, key).send('PUT', '/settings', settings)
  const [id = ''] = ids
  return { id, slug: (await api.skill(id)).slug }
}

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { readSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

const packageOf = (name: string) => [
  { path: 'SKILL.md', bytes: bytesOf(skillText(name)), executable: false },
  { path: 'scripts/run.sh', bytes: bytesOf('#!/bin/sh\n'), executable: true },
]

/** `import` of archives and `export`, against the real server. */
describe('skills as files', () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })
  const read = (path: string) => new Uint8Array(readFileSync(join(temp.folder, path)))

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    temp.write('alpha.zip', writeSkillZip('alpha', packageOf('alpha')))
    temp.write('beta/SKILL.md', skillText('beta'))
    const ended = await run('import', 'alpha.zip', 'beta')
    expect(ended.stdout).toContain('2 created, 0 updated, 0 unchanged, 0 refused')
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('D11: a zip is exported as it was imported, and importing it again changes nothing', async () => {
    const { code, stdout } = await run('export', 'alpha', '-o', 'out.zip')
    expect([code, stdout]).toEqual([0, expect.stringContaining('out.zip  (2 files, ')])
    expect(read('out.zip')).toEqual(read('alpha.zip'))
    const again = await run('import', 'out.zip')
    expect(again.stdout).toContain('0 created, 0 updated, 1 unchanged, 0 refused')
  })

  it('D11: the standard form is the default, and --form original gives the same bytes', async () => {
    const text = '---\nname: Odd One\ndescription: d\ncolour: red\n---\nbody\n'
    temp.write('odd/SKILL.md', text)
    await run('import', 'odd')
    expect((await run('export', 'odd-one', '-o', 'odd-one/SKILL.md')).code).toBe(2)
    mkdirSync(join(temp.folder, 'odd-one'))
    expect((await run('export', 'odd-one', '-o', 'odd-one/SKILL.md')).code).toBe(0)
    expect(Buffer.from(read('odd-one/SKILL.md')).toString()).toContain('\ncolour: red\n')
    expect((await run('lint', '--profile', 'opencode', 'odd-one')).stdout).toContain('1 ok')
    expect((await run('export', 'odd-one', '-o', 'same.md', '--form', 'original')).code).toBe(0)
    expect(Buffer.from(read('same.md')).toString()).toBe(text)
    expect((await run('export', 'odd-one', '--form', 'nice')).code).toBe(2)
  })

  it('names the file by the slug: Markdown for one file, a zip on request', async () => {
    mkdirSync(join(temp.folder, 'out'))
    expect((await run('export', 'beta', '-o', 'out/')).code).toBe(0)
    expect(Buffer.from(read('out/beta.md')).toString()).toBe(skillText('beta'))
    expect((await run('export', 'beta', '-o', 'out', '--zip')).code).toBe(0)
    const zip = await readSkillZip(read('out/beta.zip'))
    expect(zip).toMatchObject({ ok: true, root: 'beta', files: [{ path: 'SKILL.md' }] })
  })

  it('overwrites nothing without --force, and writes no zip to a .md file', async () => {
    temp.write('mine.zip', 'precious')
    const refused = await run('export', 'alpha', '-o', 'mine.zip')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')])
    expect(Buffer.from(read('mine.zip')).toString()).toBe('precious')
    expect((await run('export', 'alpha', '-o', 'mine.zip', '--force')).code).toBe(0)
    expect(read('mine.zip')).toEqual(read('alpha.zip'))
    const md = await run('export', 'alpha', '-o', 'alpha.md')
    expect([md.code, existsSync(join(temp.folder, 'alpha.md'))]).toEqual([2, false])
    expect((await run('export', 'alpha', '-o', 'nowhere/')).code).toBe(2)
  })

  it('finds by slug and id, personal skills first, and reports a missing skill', async () => {
    temp.write('own/beta/SKILL.md', skillText('beta', 'My own.'))
    await run('import', 'own', '--scope', 'user')
    expect((await run('export', 'beta', '-o', 'own.md')).code).toBe(0)
    expect(Buffer.from(read('own.md')).toString()).toBe(skillText('beta', 'My own.'))
    expect((await run('export', 'beta', '-o', 'org.md', '--scope', 'org')).code).toBe(0)
    expect(Buffer.from(read('org.md')).toString()).toBe(skillText('beta'))
    const { url, key } = JSON.parse(readFileSync(join(temp.folder, 'data/local.json'), 'utf8'))
    const client = new RepertoireClient({ baseUrl: url, apiKey: key })
    const { items } = await client.skills.list({ q: 'alpha' })
    expect((await run('export', items[0]?.id ?? '', '-o', 'by-id.zip')).code).toBe(0)
    expect(read('by-id.zip')).toEqual(read('alpha.zip'))
    const none = await run('export', 'no-such-skill')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no-such-skill')])
  })

  it('rejects a hostile archive with its reason, and imports the others', async () => {
    const good = Buffer.from(writeSkillZip('gamma', packageOf('gamma'))).toString('latin1')
    const evil = Buffer.from(good.replaceAll('scripts/run.sh', '../ipts/run.sh'), 'latin1')
    temp.write('evil.zip', evil)
    temp.write('text.zip', 'no archive')
    temp.write('empty.zip', writeSkillZip('x', packageOf('x').slice(1)))
    const ended = await run('import', 'evil.zip', 'text.zip', 'empty.zip', 'alpha.zip')
    expect(ended.stdout).toMatch(/^refused +evil\.zip\n +.*\[package\.bad-path\]$/m)
    expect(ended.stdout).toMatch(/^refused +text\.zip\n +.*\[zip\.damaged\]$/m)
    expect(ended.stdout).toMatch(/^refused +empty\.zip\n +.*\[skill\.md-missing\]$/m)
    expect(ended.stdout).toContain('0 created, 0 updated, 1 unchanged, 3 refused')
    expect(ended.code).toBe(1)
  })

  it('reads archives in a dry run, and opens none inside folders', async () => {
    temp.write('delta.skill', writeSkillZip('delta', packageOf('delta')))
    const dry = await run('import', 'delta.skill', '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('1 readable, 0 refused')])
    temp.write('holder/SKILL.md', skillText('holder'))
    temp.write('holder/inner.zip', writeSkillZip('inner', packageOf('inner')))
    const folder = await run('import', 'holder', '--json')
    expect(folder.stdout.trimEnd().split('\n')).toHaveLength(1)
    // What nobody could look into is taken only after a yes.
    expect(folder.stdout).toContain('skill.findings-unacknowledged')
    const [digest = ''] = /sha256:[0-9a-f]{64}/.exec(folder.stdout) ?? []
    await run('import', 'holder', '--acknowledge-findings', digest)
    await run('export', 'holder', '-o', 'holder.zip')
    const zip = await readSkillZip(read('holder.zip'))
    expect(zip.ok && zip.files.map(({ path }) => path)).toEqual(['SKILL.md', 'inner.zip'])
    expect(zip).toMatchObject({ diagnostics: [{ code: 'package.nested-archive' }] })
  })
})

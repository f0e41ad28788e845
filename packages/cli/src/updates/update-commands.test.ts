import { spawnSync } from 'node:child_process'
import { type GitServer, startGitServer, TestRepository } from '@repertoire/sources/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const hasTools = ['git', 'openssl'].every((tool) => spawnSync(tool, ['version']).status === 0)

const skill = (name: string, body = 'Do it.', licence = 'MIT') =>
  `---\nname: ${name}\ndescription: Use for ${name}.\nlicense: ${licence}\n---\n\n${body}\n`

const newer = {
  'skills/triage/SKILL.md': skill('triage', 'Better.'),
  'skills/deploy/SKILL.md': skill('deploy', 'Better.'),
  'skills/office/SKILL.md': skill('office', 'Better.', 'GPL-3.0-only'),
  'skills/old/SKILL.md': skill('old', 'Better.'),
}

/** Against the real server, which reads a real git server. */
describe.skipIf(!hasTools)('newer revisions of skills', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let git: GitServer
  let server: StartedServer
  let repository: TestRepository
  let source: string
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })
  const json = async (...args: string[]) =>
    (await run(...args, '--json')).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const statesOf = (rows: readonly { slug: string; state: string }[]) =>
    Object.fromEntries(rows.map(({ slug, state }) => [slug, state]))

  beforeAll(async () => {
    temp = createTempFolder()
    git = await startGitServer()
    repository = new TestRepository(git, 'team/skills')
    repository.commit({
      'skills/triage/SKILL.md': skill('triage'),
      'skills/deploy/SKILL.md': skill('deploy'),
      'skills/office/SKILL.md': skill('office'),
      'skills/old/SKILL.md': skill('old'),
    })
    server = await startServer(temp, 'data', {
      REPERTOIRE_OUTBOUND_ALLOW: new URL(git.url).host,
      GIT_SSL_CAINFO: git.caFile,
    })
    await run('skills', 'add', `${git.url}/team/skills.git`)
    await run('inbox', 'approve', '--yes')
    source = (await json('sources'))[0].id
    temp.write('mine/SKILL.md', skillText('mine'))
    await run('import', 'mine')
  })
  afterAll(async () => {
    await server.stop()
    await git.close()
    temp.remove()
  })

  it('there are none while every skill is as its source has it', async () => {
    const { code, stdout, stderr } = await run('outdated', '--exit-code')
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('newest revision')])
    const updated = await run('update', '--yes')
    expect(updated).toMatchObject({ code: 0, stdout: '', stderr: 'Everything is up to date.\n' })
  })

  it('are listed with current and newest after a sync, and which of them are ignored', async () => {
    await run('sources', 'ignore', source, 'skills/old', '--reason', 'Ours.')
    repository.commit(newer)
    await run('sources', 'sync', source)
    const rows = await json('outdated')
    expect(statesOf(rows)).toEqual({
      ...{ triage: 'ready', deploy: 'ready', office: 'review', old: 'ignored' },
    })
    const triage = rows.find(({ slug }) => slug === 'triage')
    const here = JSON.parse((await run('show', 'triage', '--json')).stdout)
    expect(triage).toMatchObject({ current: here.digest, source_id: source })
    expect(triage.newest).not.toBe(here.digest)
    const text = await run('outdated')
    expect([text.code, text.stdout]).toEqual([
      0,
      expect.stringMatching(/^ready {6}triage {2}[0-9a-f]{12} -> [0-9a-f]{12} {2}\S/m),
    ])
    expect(text.stdout).toMatch(/^review .*office.* repertoire inbox show arr_/m)
    expect((await run('outdated', '--exit-code')).code).toBe(1)
  })

  it('nobody who cannot be asked updates anything without --yes', async () => {
    const { code, stderr } = await run('update')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Update 2 skills\?.*\nUse --yes\./)])
    expect(statesOf(await json('outdated'))).toMatchObject({ triage: 'ready', deploy: 'ready' })
  })

  it('are taken by name: the sources are read first, and the others wait', async () => {
    repository.commit({ ...newer, 'skills/triage/SKILL.md': skill('triage', 'Best.') })
    const { code, stdout } = await run('update', 'triage', '--yes')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^updated {4}triage {2}\S+ -> \S+ .*\n$/),
    ])
    expect((await run('show', 'triage')).stdout).toContain('Best.')
    expect(statesOf(await json('outdated'))).toMatchObject({ deploy: 'ready', office: 'review' })
  })

  it('are taken where they are clean; what has to be read is named, and stays as it was', async () => {
    const outcomes = await json('update', '--yes')
    expect(outcomes.map(({ slug, outcome }) => `${slug} ${outcome}`).toSorted()).toEqual([
      ...['deploy updated', 'office waiting'],
    ])
    expect((await run('show', 'office')).stdout).not.toContain('Better.')
    const again = await run('update')
    expect([again.code, again.stdout, again.stderr]).toEqual([
      0,
      expect.stringMatching(/^review .*office.*repertoire inbox show arr_/),
      'No clean update waits.\n',
    ])
  })

  it('a skill without a source, or one of no such name, is said', async () => {
    const mine = await run('update', 'mine')
    expect([mine.code, mine.stderr]).toEqual([1, expect.stringContaining('came from no source')])
    expect((await run('update', 'nobody')).code).toBe(1)
  })

  it('an update that is too young says from when on it is applied', async () => {
    const set = await run('settings', 'set', 'minimum_update_age_days=7')
    expect(set.code).toBe(0)
    const added = `${git.url}/team/young.git`
    const young = new TestRepository(git, 'team/young')
    young.commit({ 'skills/young/SKILL.md': skill('young') })
    await run('sources', 'add', added, '--policy', 'apply-clean')
    await run('inbox', 'approve', '--text', 'young', '--yes')
    young.commit({ 'skills/young/SKILL.md': skill('young', 'Better.') })
    const { stdout } = await run('update', 'young', '--yes')
    expect(stdout).toMatch(/^too-young .*young.* from \d{4}-.*Z on/)
  })
})

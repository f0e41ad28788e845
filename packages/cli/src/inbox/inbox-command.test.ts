import { spawnSync } from 'node:child_process'
import { type GitServer, startGitServer, TestRepository } from '@repertoire/sources/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const hasTools = ['git', 'openssl'].every((tool) => spawnSync(tool, ['version']).status === 0)

const skill = (name: string, licence = 'MIT') =>
  `---\nname: ${name}\ndescription: Use for ${name}.\nlicense: ${licence}\n---\n\nDo it.\n`

describe.skipIf(!hasTools)('the inbox on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let git: GitServer
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    git = await startGitServer()
    new TestRepository(git, 'team/skills').commit({
      'skills/triage/SKILL.md': skill('triage'),
      'skills/deploy/SKILL.md': skill('deploy'),
      'skills/copyleft/SKILL.md': skill('copyleft', 'GPL-3.0-only'),
    })
    server = await startServer(temp, 'data', {
      REPERTOIRE_OUTBOUND_ALLOW: new URL(git.url).host,
      GIT_SSL_CAINFO: git.caFile,
    })
    await run('skills', 'add', `${git.url}/team/skills.git`)
  })
  afterAll(async () => {
    await server.stop()
    await git.close()
    temp.remove()
  })

  it('counts what waits by its reason, lists what matches, and decides on it at once', async () => {
    const listed = await run('inbox')
    expect(listed.stderr).toMatch(/^ +2 {2}clean import$/m)
    expect(listed.stderr).toMatch(/^ +1 {2}licence ask GPL-3.0-only$/m)
    expect(listed.stdout).toMatch(/^\S+ {2}import {4}clean {7}triage {2}clean import$/m)
    const shown = await run('inbox', '--text', 'deploy', '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ slug: 'deploy', alike: 'clean import' })
    const unnamed = await run('inbox', 'approve', '--digest', `sha256:${'0'.repeat(64)}`, '--yes')
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('exactly one')])
    const unsure = await run('inbox', 'approve', '--alike', 'clean import')
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('2 match')])
    const approved = await run('inbox', 'approve', '--alike', 'clean import', '--yes')
    expect([approved.code, approved.stderr]).toEqual([0, 'Approved 2 of 2.\n'])
    const strict = await run('inbox', 'approve', '--yes')
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringMatching(/^arr_\S+ {2}\S/)])
    expect(strict.stderr).toMatch(/^Approved 0 of 1; 1 refused:\n {5}1 {2}\S.*\n$/)
    expect((await run('inbox', 'reject', '--licence', 'GPL-3.0-only', '--yes')).code).toBe(0)
    expect((await run('inbox')).stderr).toBe('Nothing waits.\n')
  })
})

import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConnection } from '../connection/connection.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const text = (body: string) => `---\nname: deploy\ndescription: Deploys.\n---\n${body}\n`

/** Against the real server. */
describe('D5: repertoire skills offer, and what is proposed in the inbox', {
  timeout: 180_000,
}, () => {
  let temp: TempFolder
  let server: StartedServer
  let memberKey: string
  let asMember: RepertoireClient
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })
  const runAsMember = (...args: string[]) =>
    runCommand(args, {
      cwd: temp.folder,
      env: { ...server.env, REPERTOIRE_API_KEY: memberKey },
    })
  const idIn = (stdout: string) => /prp_\S+/.exec(stdout)?.[0] ?? ''

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    const { baseUrl, apiKey } = findConnection({}, { env: server.env, cwd: temp.folder })
    memberKey = (await joinMember({ baseUrl, apiKey }, { name: 'Mia' })).key
    asMember = new RepertoireClient({ baseUrl, apiKey: memberKey })
    await asMember.skills.create({ content: text('First.'), scope: 'user' })
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('offers an own skill with a reason, and takes it back', async () => {
    const offered = await runAsMember('skills', 'offer', 'deploy', '--reason', 'It works.')
    expect([offered.code, offered.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^prp_\S+ {2}held .*deploy {2}update {2}offered to the organisation\n$/,
      ),
    ])
    const id = idIn(offered.stdout)
    const again = await runAsMember('skills', 'offer', 'deploy')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('[offer.pending]')])
    const withdrawn = await runAsMember('inbox', 'withdraw', id)
    expect([withdrawn.code, withdrawn.stdout]).toEqual([0, expect.stringContaining('withdrawn')])
    const { digest } = JSON.parse((await run('inbox', 'show', id, '--json')).stdout)
    const late = await run('proposals', 'accept', id, '--digest', digest)
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('[proposal.decided]')])
  })

  it('shows an offer with its reason, and an owner accepts it; a member cannot', async () => {
    const { stdout } = await runAsMember('skills', 'offer', 'deploy', '--reason', 'It works.')
    const id = idIn(stdout)
    expect((await run('inbox', '--kind', 'offer')).stdout).toContain(id)
    const shown = await run('inbox', 'show', id)
    expect(shown.stdout).toContain('reason: It works.\n')
    expect(shown.stdout).toContain('--- SKILL.md\n---\nname: deploy\n')
    const digest = /^digest: (\S+)$/m.exec(shown.stdout)?.[1] ?? ''
    const approve = ['inbox', 'approve', id, '--digest', digest]
    const refused = await runAsMember(...approve)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('owner or admin')])
    const accepted = await run(...approve, '--note', 'Good.', '--json')
    expect([accepted.code, JSON.parse(accepted.stdout)]).toMatchObject([
      0,
      { arrival: { state: 'approved', note: 'Good.' }, scope: 'org' },
    ])
    const gone = await runAsMember('skills', 'offer', 'deploy')
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('You have no skill')])
  })

  it('text of a skill cannot control the terminal', async () => {
    const content = text('\u001b[2J').replace('deploy', 'evil')
    const made = await asMember.skills.create({ content, scope: 'user' })
    const offered = await runAsMember('skills', 'offer', made.slug, '--reason', '\u001b[2J')
    const { stdout } = await run('inbox', 'show', idIn(offered.stdout))
    expect(stdout).not.toContain('\u001b[2J')
  })
})

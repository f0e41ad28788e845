import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createFakeRunner } from '../../testing/fake-script-runner.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { library } from '../toolsets/library/library.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { scripts } from '../toolsets/scripts/scripts.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

describe('a skill that changed after its text was given as a result', () => {
  const read = { id: 'r', name: 'read_skill', input: { name: 'postgres' } }
  const conversation = async () => {
    const model = createCallingModel()
    const harness = await createAgentHarness({
      ...{ sha256, model, toolsets: [library] },
      skills: [sampleContent('postgres', '# Check locks')],
    })
    const reading = createCallingModel(read)
    await harness.work(await harness.say('go'), { fresh: true, ports: { model: reading } })
    const user = harness.principal.userId
    const skill = await harness.tenant.skills.findBySlug(user, 'postgres')
    const next = async () => {
      await harness.work(await harness.say('and now?'), { fresh: true })
      return JSON.stringify(model.requests.at(-1)?.messages)
    }
    return { harness, user, skill: skill!, next }
  }
  it('A2: revoked, its text leaves the messages at the next step', async () => {
    const { harness, user, skill, next } = await conversation()
    expect(await next()).toContain('# Check locks')
    const { digest } = skill.head
    const revocation = { digest, severity: 'critical', reason: 'It does harm.', url: null } as const
    await harness.tenant.reviews.revoke({ ...revocation, by: user, at: 1 })
    expect(await next()).not.toContain('# Check locks')
    expect(await next()).not.toContain('# Check locks')
    expect(await harness.all('context-trimmed')).toHaveLength(1)
    expect((await harness.all('step-started')).at(-1)?.skills ?? []).toEqual([])
  })

  it('A2: revoked, what its script said leaves too, and what a command read of its folder; other output stays', async () => {
    const files = { 'run.sh': 'echo' }
    const frontmatter = 'name: math\ndescription: Counts.\n'
    const model = createCallingModel()
    const runner = createFakeRunner()
    const harness = await createAgentHarness({
      ...{ sha256, model, toolsets: [portable, scripts] },
      skills: [ingestedPackage({ frontmatter, files }, sha256)],
      scripts: {
        ...runner,
        run: async (request) => {
          const { execution } = await runner.run(request)
          return { execution: { ...execution, stdout: `out of ${request.entry}` }, files: [] }
        },
      },
    })
    const calling = createCallingModel(
      { id: 'u', name: 'use_skill', input: { name: 'math' } },
      { id: 's', name: 'run_skill_script', input: { skill_name: 'math', script_name: 'run.sh' } },
      { id: 'c', name: 'run_command', input: { command: 'cat /skill/math/run.sh' } },
      { id: 'd', name: 'run_command', input: { command: 'date' } },
    )
    await harness.work(await harness.say('go'), { fresh: true, ports: { model: calling } })
    const user = harness.principal.userId
    const skill = await harness.tenant.skills.findBySlug(user, 'math')
    const said = async () => {
      await harness.work(await harness.say('and now?'), { fresh: true })
      const messages = JSON.stringify(model.requests.at(-1)?.messages)
      return [...messages.matchAll(/out of ([\w/. ]+)/g)].map(([, entry]) => entry)
    }
    expect(await said()).toEqual(['run.sh', 'cat /skill/math/run.sh', 'date'])
    const revocation = { severity: 'critical', reason: 'It does harm.', url: null } as const
    await harness.tenant.reviews.revoke({
      ...{ ...revocation, digest: skill!.head.digest, by: user, at: 1 },
    })
    expect(await said()).toEqual(['date'])
  })

  it('A2: edited, the text that was given stays', async () => {
    const { harness, next } = await conversation()
    await harness.tenant.skills.save([sampleContent('postgres', 'Rewritten')], 'upsert')
    expect(await next()).toContain('# Check locks')
    expect(await harness.all('context-trimmed')).toEqual([])
  })
})

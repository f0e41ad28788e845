import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { library } from '../toolsets/library/library.ts'

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

  it('A2: edited, the text that was given stays', async () => {
    const { harness, next } = await conversation()
    await harness.tenant.skills.save([sampleContent('postgres', 'Rewritten')], 'upsert')
    expect(await next()).toContain('# Check locks')
    expect(await harness.all('context-trimmed')).toEqual([])
  })
})

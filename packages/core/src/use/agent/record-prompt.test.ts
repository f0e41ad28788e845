import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

it('A2: the prompt of each step is recorded, and only once while it stays the same', async () => {
  const model = createCallingModel(
    { id: 'a', name: 'list_enabled_skills', input: {} },
    { id: 'b', name: 'enable_skill', input: { skill_slug: 'postgres' } },
    { id: 'c', name: 'list_enabled_skills', input: {} },
    { id: 'd', name: 'disable_skill', input: { skill_slug: 'postgres' } },
  )
  const skills = [sampleContent('postgres', '# Check locks')]
  const harness = await createAgentHarness({ sha256, model, skills })
  const { conversations } = harness.tenant
  const recordPrompt = vi.fn(conversations.recordPrompt)
  const store = { ...harness.tenant, conversations: { ...conversations, recordPrompt } }
  await harness.work(await harness.say('It is slow.'), { fresh: true, ports: { store } })
  const recorded: unknown[] = []
  for (const { promptDigest } of await harness.all('step-started')) {
    const { principal, conversationId } = harness
    recorded.push(await conversations.prompt(principal.userId, conversationId, promptDigest))
  }
  expect(recorded).toEqual(model.requests.map(({ system }) => system))
  expect(recorded).toHaveLength(5)
  // Before it is enabled, with it, and after.
  expect(recordPrompt).toHaveBeenCalledTimes(3)
})

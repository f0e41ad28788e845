import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { projectUsage, reindexUsage } from './project-usage.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const everything = { fromDay: 0, toDay: 99_999, person: null } as const

it('the log of a real turn becomes numbers, and reindexing gives the same again', async () => {
  const call = { id: 'c1', name: 'list_enabled_skills', input: {} }
  const harness = await createAgentHarness({ model: createCallingModel(call), sha256 })
  const { tenant } = harness
  const runId = await harness.say('hello')
  expect(await projectUsage(tenant)).toBe(0)
  await harness.work(runId)
  expect(await projectUsage(tenant)).toBe(1)
  expect(await projectUsage(tenant)).toBe(0)
  const read = () => tenant.usage.groups({ ...everything, by: 'model' }, 9)
  const before = await read()
  expect(before).toMatchObject([
    {
      key: { model: 'Scripted model' },
      facts: { modelCalls: 2, inputTokens: 20, costUnknown: 2, toolCalls: 1, runsCompleted: 1 },
    },
  ])
  expect(await reindexUsage(tenant)).toBe(1)
  expect(await read()).toEqual(before)
})

it('gives way to others after each conversation', async () => {
  const model = createCallingModel({ id: 'c1', name: 'list_enabled_skills', input: {} })
  const harness = await createAgentHarness({ model, sha256 })
  const { tenant } = harness
  await harness.work(await harness.say('hello'))
  let yields = 0
  const yieldToEventLoop = async () => {
    yields += 1
  }
  expect(await projectUsage(tenant, { yieldToEventLoop })).toBe(1)
  expect(yields).toBe(1)
  await reindexUsage(tenant, { yieldToEventLoop })
  expect(yields).toBe(2)
})

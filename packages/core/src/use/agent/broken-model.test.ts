import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../base/errors.ts'
import type { Model } from '../../ports/model.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

async function failureOf(harness: AgentHarness): Promise<Problem | undefined> {
  const [failed] = await harness.all('run-failed')
  return failed?.problem
}

describe('a model of a program', () => {
  it.each([
    ['throws', () => Promise.reject(new TypeError('key sk-secret was refused'))],
    [
      'throws before it is asked',
      () => {
        throw new TypeError('key sk-secret was refused')
      },
    ],
  ])('ends the turn, and asks no second time, when a model %s', async (_how, fail) => {
    let asked = 0
    const step: Model['step'] = () => {
      asked += 1
      return fail()
    }
    const harness = await createAgentHarness({
      sha256,
      model: { label: 'Failing', demo: false, step },
    })
    await harness.work(await harness.say('go'), { fresh: true })
    const problem = await failureOf(harness)
    expect(problem).toMatchObject({ code: 'model.failed', details: { error: 'TypeError' } })
    expect(JSON.stringify(problem)).not.toContain('secret')
    expect(asked).toBe(1)
  })

  it('tells the operator, and nobody else, what the model threw', async () => {
    const thrown = new Error('key sk-secret was refused')
    const model = { label: 'Mine', step: () => Promise.reject(thrown) }
    const harness = await createAgentHarness({ sha256, model })
    const reported: unknown[] = []
    const ports = { ...harness.ports, onModelError: (failure: unknown) => reported.push(failure) }
    const run = await harness.say('go')
    await harness.work(run, { fresh: true, ports })
    expect(reported).toMatchObject([{ model: 'Mine', runId: run, error: thrown }])
    const [started] = await harness.all('step-started')
    expect(started?.model).toEqual({ label: 'Mine', demo: false })
  })

  it('does not take an error of another port for one of the model', async () => {
    const lost = new Error('the live texts are gone')
    const model = createScriptedModel(() => ({ text: 'Hello.' }))
    const harness = await createAgentHarness({ sha256, model })
    const onText = () => {
      throw lost
    }
    const ports = { ...harness.ports, onText }
    await expect(harness.work(await harness.say('go'), { fresh: true, ports })).rejects.toBe(lost)
    expect(await harness.all('run-failed')).toEqual([])
  })

  const usage = { inputTokens: 1, outputTokens: 1 }
  it.each([
    ['answer', undefined],
    ['text', { toolCalls: [], usage }],
    ['toolCalls', { text: 'hi' }],
    ['usage', { text: 'hi', toolCalls: [] }],
    ['toolCalls.0.id', { text: '', toolCalls: [{ name: 'todo', input: {} }], usage }],
    ['toolCalls.0.name', { text: '', toolCalls: [{ id: 'a', input: {} }], usage }],
    ['toolCalls.0.input', { text: '', toolCalls: [{ id: 'a', name: 'todo' }], usage }],
    ['toolCalls.0.input', { text: '', toolCalls: [{ id: 'a', name: 'todo', input: 1n }], usage }],
  ])('ends the turn when an answer has no proper %s', async (field, answer) => {
    const step = async () => answer as never
    const harness = await createAgentHarness({
      sha256,
      model: { label: 'Careless', demo: false, step },
    })
    await harness.work(await harness.say('go'), { fresh: true })
    const problem = await failureOf(harness)
    expect(problem).toMatchObject({ code: 'model.malformed-answer', details: { field } })
    expect(await harness.all('tool-started')).toEqual([])
  })
})

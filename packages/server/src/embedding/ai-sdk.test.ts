import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStepCount, streamText, ToolLoopAgent, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../runtime/own-tools/define-tool.ts'
import { forAiSdk } from './ai-sdk.ts'
import { createRepertoire, type Repertoire } from './create-repertoire.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A provider of the AI SDK that makes these calls, one a step, then answers. */
function scripted(...calls: readonly (readonly [name: string, input: object])[]) {
  let step = 0
  const next = () => {
    const call = calls[step]
    step += 1
    if (!call) return [{ type: 'text', text: 'Done.' }] as const
    const [toolName, input] = call
    const toolCallId = `call_${step}`
    return [{ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }] as const
  }
  const finish = (content: ReturnType<typeof next>) => {
    const unified = content[0].type === 'text' ? 'stop' : 'tool-calls'
    return { unified, raw: unified } as const
  }
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const content = next()
      return { content: [...content], finishReason: finish(content), usage, warnings: [] }
    },
    doStream: async () => {
      const content = next()
      const [part] = content
      const parts =
        part.type === 'text'
          ? ([
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: part.text },
              { type: 'text-end', id: 't' },
            ] as const)
          : [part]
      const start = { type: 'stream-start' as const, warnings: [] }
      const end = { type: 'finish', finishReason: finish(content), usage } as const
      return { stream: simulateReadableStream({ chunks: [start, ...parts, end] }) }
    },
  })
}

describe('an agent of the AI SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-ai-sdk-'))
  const sent: unknown[] = []
  const answers: boolean[] = []
  let repertoire: Repertoire
  beforeAll(async () => {
    mkdirSync(join(folder, 'postgres-triage'))
    const skill = '---\nname: postgres-triage\ndescription: Slow Postgres.\n---\nLook at locks.\n'
    writeFileSync(join(folder, 'postgres-triage/SKILL.md'), skill)
    const send = defineTool({
      ...{ name: 'send_report', description: 'Sends a report.', tier: 'ALWAYS_CONFIRM' },
      input: z.object({ to: z.string() }),
      execute: (input) => sent.push(input),
    })
    const onApproval = () => answers.shift() ?? false
    repertoire = await createRepertoire({ skills: folder, tools: [send], onApproval })
  })
  afterAll(async () => {
    await repertoire.close()
    rmSync(folder, { recursive: true })
  })

  it('finds and enables skills, with two lines, in ToolLoopAgent', async () => {
    const { tools, middleware } = await forAiSdk(repertoire)
    const provider = scripted(
      ['search_skills', { query: 'slow postgres' }],
      ['enable_skill', { skill_slug: 'postgres-triage' }],
    )
    const model = wrapLanguageModel({ model: provider, middleware })
    const agent = new ToolLoopAgent({ model, tools, instructions: 'You are Ada’s assistant.' })
    const { text, steps } = await agent.generate({ prompt: 'The database is slow.' })
    expect(text).toBe('Done.')
    const [first] = provider.doGenerateCalls
    expect(first?.prompt.filter(({ role }) => role === 'system').length).toBe(1)
    expect(JSON.stringify(first?.prompt[0])).toMatch(/Ada’s assistant.*search_skills/)
    const [found, enabled] = steps.flatMap(({ toolResults }) => toolResults)
    expect(JSON.stringify(found?.output)).toContain('postgres-triage')
    expect(JSON.stringify(enabled?.output)).toContain('Look at locks.')
  })

  it('asks before it acts, in streamText too', async () => {
    const calls = [['send_report', { to: 'Ada' }]] as const
    for (const approved of [false, true]) {
      answers.push(approved)
      const { tools, middleware } = await forAiSdk(repertoire)
      const model = wrapLanguageModel({ model: scripted(...calls), middleware })
      const stopWhen = isStepCount(3)
      const result = streamText({ model, tools, prompt: 'Send it.', stopWhen })
      expect(await result.text).toBe('Done.')
      const [done] = (await result.steps).flatMap(({ toolResults }) => toolResults)
      expect(sent).toEqual(approved ? [{ to: 'Ada' }] : [])
      if (!approved) expect(done?.output).toMatchObject({ error: 'approval.denied' })
    }
  })

  it('gives the model of createRepertoire from any provider', async () => {
    const model = scripted(['enable_skill', { skill_slug: 'postgres-triage' }])
    const other = await createRepertoire({ model, skills: folder })
    const turn = await Array.fromAsync(other.ask('The database is slow.'))
    await other.close()
    expect(turn.at(-1)).toMatchObject({ event: 'run_completed', data: { text: 'Done.' } })
    expect(JSON.stringify(model.doStreamCalls.at(-1)?.prompt)).toContain('Look at locks.')
  })
})

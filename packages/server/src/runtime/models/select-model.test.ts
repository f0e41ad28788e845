import { describe, expect, it } from 'vitest'
import { type ModelEnvironment, offeredModels, selectModels } from './select-model.ts'

async function select(env: ModelEnvironment) {
  const lines: string[] = []
  const { label, demo } = (await selectModels(env, (line) => lines.push(line))).default
  return { label, demo, lines }
}

const demo = { label: 'Demo model (offline)', demo: true }

describe('selecting the model', () => {
  it('is the offline demo model by default, without a notice', async () => {
    expect(await select({})).toEqual({ ...demo, lines: [] })
    expect(await select({ OPENAI_MODEL: ' ', ANTHROPIC_API_KEY: '' })).toEqual({
      ...demo,
      lines: [],
    })
  })

  it('a key alone selects nothing, and a line says so without the key', async () => {
    const chosen = await select({ OPENAI_API_KEY: 'sk-secret', ANTHROPIC_API_KEY: 'sk-other' })
    expect(chosen).toMatchObject(demo)
    expect(chosen.lines).toHaveLength(2)
    expect(chosen.lines.join()).not.toMatch(/secret|other/)
  })

  it.each([
    [{ OPENAI_MODEL: 'm' }],
    [{ OPENAI_BASE_URL: 'http://localhost:11434/v1' }],
    [{ OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'localhost:11434' }],
    [{ OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'file:///etc/passwd' }],
    [{ ANTHROPIC_MODEL: 'm' }],
    [{ OPENAI_MODELS: 'a,b', OPENAI_API_KEY: 'k' }],
    [{ ANTHROPIC_MODEL: 'm', ANTHROPIC_API_KEY: 'k', OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }],
  ])('refuses %j with a hint', async (env) => {
    await expect(selectModels(env)).rejects.toMatchObject({
      problem: { code: 'model.misconfigured' },
    })
  })

  it('C2: offers agents further models of the same provider, without duplicates, the default first', async () => {
    const env = { OPENAI_MODEL: 'small', OPENAI_MODELS: 'big, small,,huge', OPENAI_API_KEY: 'k' }
    const offered = offeredModels(await selectModels(env))
    expect(offered.map(({ id, usual }) => [id, usual])).toEqual([
      ['small', true],
      ['big', false],
      ['huge', false],
    ])
    expect(offered[1]).toMatchObject({ label: 'big (OpenAI-compatible)', demo: false })
    expect(offeredModels(await selectModels({}))).toEqual([{ id: 'demo', ...demo, usual: true }])
  })

  it('C7: reads the context limit from the environment, and refuses invalid ones', async () => {
    const of = (MODEL_CONTEXT_TOKENS?: string) =>
      selectModels({ MODEL_CONTEXT_TOKENS }, () => undefined).then((models) => models.default)
    expect((await of('32000')).contextTokens).toBe(32_000)
    expect((await of()).contextTokens).toBeUndefined()
    for (const wrong of ['many', '-1', '12.5', '100']) {
      await expect(of(wrong)).rejects.toMatchObject({ problem: { code: 'model.misconfigured' } })
    }
  })
})

import { type Model, ProblemError } from '@repertoire/core'
import { createDemoModel } from './demo/demo-model.ts'

export type ModelEnvironment = Readonly<Record<string, string | undefined>>

const settings = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL', 'ANTHROPIC_BASE_URL'],
  openai: ['OPENAI_API_KEY', 'OPENAI_MODEL', 'OPENAI_BASE_URL'],
} as const

/**
 * The model the environment names: `OPENAI_MODEL` (any OpenAI-compatible endpoint by `OPENAI_BASE_URL`,
 * without a key where it needs none) or `ANTHROPIC_MODEL`; the demo model otherwise. A key alone, as many
 * shells carry one, chooses nothing and costs nothing: `notify` gets a line that says so.
 * `MODEL_CONTEXT_TOKENS` says how much one request may have.
 * Throws ProblemError `model.misconfigured` when what is set cannot work.
 */
export async function selectModel(
  env: ModelEnvironment,
  notify: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<Model> {
  const contextTokens = tokensOf(env)
  const model = await modelOf(env, notify)
  return contextTokens === undefined ? model : { ...model, contextTokens }
}

async function modelOf(env: ModelEnvironment, notify: (line: string) => void): Promise<Model> {
  const [anthropicKey, anthropicModel, anthropicUrl] = settings.anthropic.map((key) =>
    read(env, key),
  )
  const [openaiKey, openaiModel, openaiUrl] = settings.openai.map((key) => read(env, key))
  if (anthropicModel && openaiModel) {
    throw misconfigured('OPENAI_MODEL and ANTHROPIC_MODEL are both set: unset one of them.')
  }
  if (anthropicModel) {
    if (!anthropicKey) throw misconfigured('ANTHROPIC_MODEL needs ANTHROPIC_API_KEY as well.')
    const baseUrl = checkedUrl('ANTHROPIC_BASE_URL', anthropicUrl)
    const { createAnthropicModel } = await import('./anthropic.ts')
    return createAnthropicModel({ apiKey: anthropicKey, model: anthropicModel, baseUrl })
  }
  if (openaiModel) {
    if (!openaiKey && !openaiUrl) {
      throw misconfigured(
        'OPENAI_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL of another server.',
      )
    }
    const baseUrl = checkedUrl('OPENAI_BASE_URL', openaiUrl) ?? 'https://api.openai.com/v1'
    const { createOpenAiCompatibleModel } = await import('./openai-compatible.ts')
    return createOpenAiCompatibleModel({ apiKey: openaiKey, model: openaiModel, baseUrl })
  }
  if (openaiUrl)
    throw misconfigured('OPENAI_BASE_URL needs OPENAI_MODEL, the name of the model there.')
  for (const [key, wanted] of [
    [anthropicKey, settings.anthropic],
    [openaiKey, settings.openai],
  ] as const) {
    if (key) notify(`${wanted[0]} is set, but ${wanted[1]} is not: using the offline demo model.`)
  }
  return createDemoModel()
}

function read(env: ModelEnvironment, key: string): string | undefined {
  return env[key]?.trim() || undefined
}

const fewestTokens = 4_000

function tokensOf(env: ModelEnvironment): number | undefined {
  const written = read(env, 'MODEL_CONTEXT_TOKENS')
  if (written === undefined) return undefined
  const tokens = Number(written)
  if (Number.isSafeInteger(tokens) && tokens >= fewestTokens) return tokens
  throw misconfigured(`MODEL_CONTEXT_TOKENS is not a whole number of at least ${fewestTokens}.`)
}

function checkedUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw misconfigured(`${name} is not an http or https address.`)
  }
  return value.replace(/\/+$/, '')
}

function misconfigured(message: string): ProblemError {
  return new ProblemError({
    code: 'model.misconfigured',
    kind: 'invalid',
    message,
    hint: 'Without any of these variables the offline demo model is used.',
  })
}

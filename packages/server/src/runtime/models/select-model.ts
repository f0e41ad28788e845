import { ProblemError } from '@repertoire/core/base'
import type { Model } from '@repertoire/core/ports'
import { createDemoModel } from './demo/demo-model.ts'

export type ModelEnvironment = Readonly<Record<string, string | undefined>>

const settings = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODELS'],
  openai: ['OPENAI_API_KEY', 'OPENAI_MODEL', 'OPENAI_BASE_URL', 'OPENAI_MODELS'],
} as const

/** A model that agents can choose. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  readonly demo: boolean
  readonly usual: boolean
}

/** The models of this server. */
export interface Models {
  /** The default model. */
  readonly default: Model
  /** All models by id, the default first. */
  readonly byId: ReadonlyMap<string, Model>
}

/**
 * Selects models by environment: `OPENAI_MODEL` (any OpenAI-compatible endpoint by `OPENAI_BASE_URL`, without a
 * key where it needs none) or `ANTHROPIC_MODEL`, and further models of the same provider by `OPENAI_MODELS` or
 * `ANTHROPIC_MODELS`, separated by commas. Without them it is the demo model. A key alone, which many shells
 * have, selects nothing; `notify` gets a line that says so. `MODEL_CONTEXT_TOKENS` limits one request. Throws
 * ProblemError `model.misconfigured` for settings that cannot work.
 */
export async function selectModels(
  env: ModelEnvironment,
  notify: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<Models> {
  const contextTokens = tokensOf(env)
  const { ids, create } = await providerOf(env, notify)
  const [first, ...others] = ids
  const made = (id: string): Model =>
    contextTokens === undefined ? create(id) : { ...create(id), contextTokens }
  const model = made(first)
  const byId = new Map([[first, model], ...others.map((id) => [id, made(id)] as const)])
  return { default: model, byId }
}

/** The models that an agent may choose from. */
export function offeredModels(models: Models): readonly OfferedModel[] {
  return [...models.byId].map(([id, model]) => {
    const { label, demo } = model
    return { id, label, demo, usual: model === models.default }
  })
}

interface Provider {
  readonly ids: readonly [string, ...string[]]
  create(id: string): Model
}

async function providerOf(
  env: ModelEnvironment,
  notify: (line: string) => void,
): Promise<Provider> {
  const anthropic = settingsOf(env, settings.anthropic)
  const openai = settingsOf(env, settings.openai)
  if (anthropic.ids && openai.ids) {
    throw misconfigured('OPENAI_MODEL and ANTHROPIC_MODEL are both set: unset one of them.')
  }
  if (anthropic.ids) {
    const { key: apiKey, ids } = anthropic
    if (!apiKey) throw misconfigured('ANTHROPIC_MODEL needs ANTHROPIC_API_KEY as well.')
    const baseUrl = checkedUrl('ANTHROPIC_BASE_URL', anthropic.url)
    const { createAnthropicModel } = await import('./anthropic.ts')
    return { ids, create: (model) => createAnthropicModel({ apiKey, model, baseUrl }) }
  }
  if (openai.ids) {
    const { key: apiKey, ids } = openai
    if (!apiKey && !openai.url) {
      throw misconfigured(
        'OPENAI_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL of another server.',
      )
    }
    const baseUrl = checkedUrl('OPENAI_BASE_URL', openai.url) ?? 'https://api.openai.com/v1'
    const { createOpenAiCompatibleModel } = await import('./openai-compatible.ts')
    return { ids, create: (model) => createOpenAiCompatibleModel({ apiKey, model, baseUrl }) }
  }
  if (openai.url)
    throw misconfigured('OPENAI_BASE_URL needs OPENAI_MODEL, the name of the model there.')
  for (const [{ key }, [keyName, modelName]] of [
    [anthropic, settings.anthropic],
    [openai, settings.openai],
  ] as const) {
    if (key) notify(`${keyName} is set, but ${modelName} is not: using the offline demo model.`)
  }
  return { ids: ['demo'], create: createDemoModel }
}

type Names = (typeof settings)[keyof typeof settings]

/** `ids`: the default model and the further ones. Undefined without a default model. */
function settingsOf(env: ModelEnvironment, [keyName, modelName, urlName, furtherName]: Names) {
  const model = read(env, modelName)
  const written = read(env, furtherName)?.split(',') ?? []
  const further = written.map((id) => id.trim()).filter((id) => id !== '')
  if (model === undefined && further.length > 0) {
    throw misconfigured(`${furtherName} needs ${modelName}, the default model.`)
  }
  const others = [...new Set(further)].filter((id) => id !== model)
  const ids: Provider['ids'] | undefined = model === undefined ? undefined : [model, ...others]
  return { key: read(env, keyName), url: read(env, urlName), ids }
}

function read(env: ModelEnvironment, key: string): string | undefined {
  return env[key]?.trim() || undefined
}

const minContextTokens = 4_000

function tokensOf(env: ModelEnvironment): number | undefined {
  const written = read(env, 'MODEL_CONTEXT_TOKENS')
  if (written === undefined) return undefined
  const tokens = Number(written)
  if (Number.isSafeInteger(tokens) && tokens >= minContextTokens) return tokens
  throw misconfigured(`MODEL_CONTEXT_TOKENS is not a whole number of at least ${minContextTokens}.`)
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

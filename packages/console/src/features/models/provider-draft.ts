import type {
  ModelProviderBody,
  ModelProviderCreate,
  ModelProviderUpdate,
} from '@repertoire/protocol'
import { problemOf } from '../../shared/api/problem.ts'

export type ProviderKind = ModelProviderBody['kind']

/** A model as a person types it; empty is unknown. */
export interface ModelDraft {
  readonly name: string
  readonly context: string
  readonly input: string
  readonly cachedInput: string
  readonly output: string
}

/** A provider as a person types it. */
export interface ProviderDraft {
  readonly name: string
  readonly kind: ProviderKind
  readonly address: string
  /** Empty keeps the key it has. */
  readonly key: string
  readonly models: readonly ModelDraft[]
}

export const emptyModel: ModelDraft = {
  ...{ name: '', context: '', input: '', cachedInput: '', output: '' },
}

export const providerKinds: readonly { readonly value: ProviderKind; readonly label: string }[] = [
  { value: 'openai-compatible', label: 'OpenAI-compatible' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'mistral', label: 'Mistral' },
  { value: 'ollama', label: 'Ollama on the server’s machine' },
]

export const newProviderDraft: ProviderDraft = {
  ...{ name: '', kind: 'openai-compatible', address: '', key: '' },
  models: [emptyModel],
}

/** Of Ollama, with the models that were found there. */
export function ollamaDraft(models: readonly string[]): ProviderDraft {
  const named = models.map((name) => ({ ...emptyModel, name }))
  return {
    ...{ name: 'Ollama on this server', kind: 'ollama', address: '', key: '' },
    models: named.length > 0 ? named : [emptyModel],
  }
}

export function draftOfProvider(provider: ModelProviderBody): ProviderDraft {
  const { name, kind, base_url, models } = provider
  return {
    ...{ name, kind, address: base_url ?? '', key: '' },
    models: models.map((model) => ({
      name: model.name,
      context: written(model.context_tokens),
      input: written(model.prices.input),
      cachedInput: written(model.prices.cached_input),
      output: written(model.prices.output),
    })),
  }
}

/** What is wrong with the address; undefined when nothing is, or the provider has one of its own. */
export function addressProblem({ kind, address }: ProviderDraft): string | undefined {
  if (address.trim() === '' && kind !== 'openai-compatible') return undefined
  if (/^https?:$/.test(URL.parse(address.trim())?.protocol ?? '')) return undefined
  return 'Write the whole address, such as https://gateway.example/v1.'
}

/** What is wrong with fields of the dialog, in words. */
export interface FieldErrors {
  readonly name?: string
  readonly address?: string
  readonly key?: string
}

/** As the API names them, and the dialog. */
const fields = [
  { wire: 'name', shown: 'name' },
  { wire: 'base_url', shown: 'address' },
  { wire: 'key', shown: 'key' },
] as const

/** What the server refused, where it is about one of these fields. */
export function problemAtField(error: unknown): FieldErrors {
  if (!error) return {}
  const { message, hint, details } = problemOf(error)
  const said = hint ? `${message} ${hint}` : message
  const field = fields.find(({ wire }) => wire === details?.field)
  return field ? { [field.shown]: said } : {}
}

export function createBody({
  name,
  kind,
  address,
  key,
  models,
}: ProviderDraft): ModelProviderCreate {
  return {
    ...{ name: name.trim(), kind, base_url: address.trim() || null, key: key.trim() || null },
    models: modelBodies(models),
  }
}

/** Without a key when none was typed, so that the stored one stays. */
export function updateBody(draft: ProviderDraft): ModelProviderUpdate {
  const { key, ...rest } = createBody(draft)
  return { ...rest, ...(key && { key }) }
}

function modelBodies(models: readonly ModelDraft[]): ModelProviderCreate['models'] {
  return models
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, context, input, cachedInput, output }) => ({
      name: name.trim(),
      context_tokens: numberOf(context),
      prices: {
        input: numberOf(input),
        cached_input: numberOf(cachedInput),
        output: numberOf(output),
      },
    }))
}

function written(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Unknown is null, never 0. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

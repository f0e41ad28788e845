import type { ModelProviderBody, ModelProviderList } from '@repertoire/client'
import { CommandError } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A provider's own line, and one for each of its models. */
export function providerLines(
  { name, kind, source, base_url: address, key, models }: ModelProviderBody,
  { default_model_id: usual }: Pick<ModelProviderList, 'default_model_id'>,
  { paint }: Pick<Terminal, 'paint'>,
): readonly string[] {
  const shownKey = key ? `key …${key.ending}` : source === 'environment' ? source : 'no key'
  const head = [paint('bold', sanitizeText(name)), kind, address ?? 'its own address', shownKey]
  return [
    head.map(sanitizeOne).join('  '),
    ...models.map((model) => {
      const mark = model.id === usual ? '*' : ' '
      const { input, output } = model.prices
      const room = model.context_tokens === null ? 'unknown' : String(model.context_tokens)
      const price = `${input ?? 'unknown'} in, ${output ?? 'unknown'} out per million tokens`
      return `${mark} ${sanitizeText(model.name)}  context ${room}, ${price}`
    }),
  ]
}

/** Painted text keeps its colours; an address may come from the environment. */
function sanitizeOne(text: string, index: number): string {
  return index === 0 ? text : sanitizeText(text)
}

/** By id, or by a name that only one has. Throws CommandError. */
export function findProvider(
  { items }: Pick<ModelProviderList, 'items'>,
  given: string,
): ModelProviderBody {
  const wanted = given.toLowerCase()
  const [found, second] = items.filter(
    ({ id, name }) => id === given || name.toLowerCase() === wanted,
  )
  if (found && !second) return found
  const known = items.map(({ name }) => name).join(', ') || 'none'
  if (second) throw new CommandError(`More than one provider is called "${given}".`, 'Name its id.')
  throw notFound('provider', given, `Known: ${known}.`)
}

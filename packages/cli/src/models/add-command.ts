import type { ModelProviderCreate } from '@repertoire/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { above0 } from '../command/number-options.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { providerLines } from './provider-lines.ts'

const keyVariable = 'REPERTOIRE_PROVIDER_KEY'
const kinds = ['openai-compatible', 'anthropic', 'google', 'mistral', 'ollama'] as const

interface AddOptions extends JsonOptions {
  kind: (typeof kinds)[number]
  baseUrl?: string
  model: string[]
  contextTokens?: number
  price?: { readonly input: number; readonly output: number }
  keyStdin: boolean
}

const keyHelp = `
The key is read from ${keyVariable}, from stdin with --key-stdin, or prompted for; a provider without one needs
neither. The server encrypts it and never shows it again.`

/** `repertoire models add`. */
export function addCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description('add a provider with its models')
    .argument('<name>', 'what people call it')
    .addOption(
      new Option('--kind <kind>', 'whose interface it speaks').choices(kinds).makeOptionMandatory(),
    )
    .option('--base-url <url>', "up to and including /v1; the provider's own when absent")
    .requiredOption('--model <name>', 'as the provider calls it; repeat it for more', collect, [])
    .option('--context-tokens <n>', 'how much one request may hold', above0)
    .option('--price <in,out>', 'of a million tokens of input and of output', prices)
    .option('--key-stdin', 'read the key from stdin', false)
    .json()
    .addHelpText('after', keyHelp)
    .runOnServer(async ({ client, send, terminal, print }, name: string, options: AddOptions) => {
      const key = await readKey(options, context)
      const added = await send(client.modelProviders.add({ ...providerOf(name, options), key }))
      // The list is asked for only where it is read.
      if (options.json) return print(added, [])
      print(added, providerLines(added, await send(client.modelProviders.list()), terminal))
      terminal.note(`Next: repertoire models test ${sanitizeText(JSON.stringify(added.name))}`)
    })
}

function providerOf(name: string, options: AddOptions): ModelProviderCreate {
  const { kind, baseUrl, model: names, contextTokens, price } = options
  const shared = {
    context_tokens: contextTokens ?? null,
    ...(price && { prices: { ...price, cached_input: null } }),
  }
  const models = names.map((one) => ({ name: one, ...shared }))
  return { name, kind, base_url: baseUrl ?? null, models }
}

/** Null for a provider on this machine, and when a person enters nothing. */
async function readKey(
  { kind, keyStdin }: AddOptions,
  { env, input }: CommandContext,
): Promise<string | null> {
  const given = keyStdin ? await input.readAll() : env[keyVariable]
  if (given?.trim()) return given.trim()
  if (keyStdin || kind === 'ollama' || !input.isTerminal) return null
  const typed = await input.prompt('Key of the provider (empty for none): ', { hidden: true })
  return typed.trim() || null
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function prices(written: string): AddOptions['price'] {
  const [input = Number.NaN, output = Number.NaN, ...more] = written.split(',').map(Number)
  const valid = [input, output].every((one) => Number.isFinite(one) && one >= 0)
  if (valid && more.length === 0) return { input, output }
  throw new InvalidArgumentError('Write two numbers: 3,15.')
}

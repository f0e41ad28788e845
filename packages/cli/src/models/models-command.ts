import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { commandHint } from '../connection/command-hints.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { addCommand } from './add-command.ts'
import { findProvider, providerLines } from './provider-lines.ts'

const examples = `
Examples:
  $ repertoire models                                        the providers and their models
  $ repertoire models found                                  models of Ollama beside the server
  $ REPERTOIRE_PROVIDER_KEY=… repertoire models add "Gateway" --kind openai-compatible \\
      --base-url https://llm.example.com/v1 --model large --model small
  $ repertoire models test gateway                           asks a model for one word
  $ repertoire models default gateway/large
  $ repertoire models remove gateway

Needs an owner; an admin can list them.
Exit codes: 0 done, 1 the provider refused the test, or there is none of that name, 2 the command failed.`

/** `repertoire models`. */
export function modelsCommand(context: CommandContext): Command {
  return new Command('models')
    .description('where models come from: list, found, add, test, default, remove')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(foundCommand(context))
    .addCommand(addCommand(context))
    .addCommand(testCommand(context))
    .addCommand(defaultCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the providers with their models; * is the default')
    .json('print one JSON object per provider and line')
    .runOnServer(async ({ client, send, terminal, print }) => {
      const list = await send(client.modelProviders.list())
      for (const provider of list.items) print(provider, providerLines(provider, list, terminal))
      if (list.demo) {
        const [model] = list.items.flatMap(({ models }) => models)
        const next = model ? `default ${sanitizeText(model.id)}` : 'add --help'
        terminal.note(`Turns are answered by the demo model: repertoire models ${next}`)
      }
    })
}

function foundCommand(context: CommandContext): Command {
  return new ServerCommand('found', context)
    .description("list the models of Ollama on the server's machine")
    .json()
    .runOnServer(async ({ client, send, terminal, print }) => {
      const found = await send(client.modelProviders.found())
      print(found, (found.ollama ?? []).map(sanitizeText))
      if (found.ollama === null) terminal.note('No Ollama answers on the machine of the server.')
    })
}

interface TestOptions extends JsonOptions {
  model?: string
}

function testCommand(context: CommandContext): Command {
  return new ServerCommand('test', context)
    .description('ask a model of a provider for one word, and say what came back')
    .argument('<provider>', 'its name or id')
    .option('--model <name>', 'as the provider calls it; the first by default')
    .json()
    .runOnServer(async (server, given: string, { model, json }: TestOptions) => {
      const { client, send, terminal, print } = server
      const { id } = findProvider(await send(client.modelProviders.list()), given)
      const result = await send(
        client.modelProviders.test(id, model === undefined ? {} : { model }),
      )
      print(result, sanitizeText(result.message))
      const hint = commandHint(result)
      if (!json && hint) terminal.note(sanitizeText(hint))
      return result.ok ? exitCodes.ok : exitCodes.negative
    })
}

function defaultCommand(context: CommandContext): Command {
  return new ServerCommand('default', context)
    .description('choose the model of turns whose agent names none')
    .argument('<model>', 'provider/model, by the names that models list shows')
    .json()
    .runOnServer(async ({ client, send, print }, given: string) => {
      const { items } = await send(client.modelProviders.list())
      const named = items.flatMap(({ name, models }) =>
        models.map((model) => ({ id: model.id, names: [model.id, `${name}/${model.name}`] })),
      )
      const [model, second] = named.filter(({ names }) =>
        names.some((one) => one.toLowerCase() === given.toLowerCase()),
      )
      if (!model || second) {
        const known = named.map(({ names }) => names[1]).join(', ')
        throw notFound('single model', given, `Known: ${known || 'none'}.`)
      }
      const { etag } = await send(client.settings.get())
      await send(client.settings.update({ default_model_id: model.id }, etag))
      print({ default_model_id: model.id }, `default  ${sanitizeText(model.id)}`)
    })
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('remove a provider with its key')
    .argument('<provider>', 'its name or id')
    .json()
    .runOnServer(async ({ client, send, print }, given: string) => {
      const { id, name } = findProvider(await send(client.modelProviders.list()), given)
      await send(client.modelProviders.remove(id))
      print({ id, removed: true }, `removed  ${sanitizeText(name)}`)
    })
}

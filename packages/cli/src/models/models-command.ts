import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { addCommand } from './add-command.ts'
import { findProvider, type JsonOptions, providerLines } from './provider-lines.ts'

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
Exit codes: 0 done, 1 the provider refused the test, 2 the command failed.`

/** `repertoire models`. */
export function modelsCommand(context: CommandContext): Command {
  const command = new Command('models')
    .description('where models come from: list, found, add, test, default, remove')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(foundCommand(context))
  command.addCommand(addCommand(context))
  command.addCommand(testCommand(context))
  command.addCommand(defaultCommand(context))
  command.addCommand(removeCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('list')
    .description('list the providers with their models; * is the default')
    .option('--json', 'print one JSON object per provider and line', false)
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    const list = await send(client.modelProviders.list())
    for (const provider of list.items) {
      if (options.json) terminal.out(sanitizeJson(provider))
      else for (const line of providerLines(provider, list, terminal)) terminal.out(line)
    }
    if (list.demo) {
      terminal.note('Turns are answered by the demo model: repertoire models add --help')
    }
    context.setExitCode(exitCodes.ok)
  })
}

function foundCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('found')
    .description("list the models of Ollama on the server's machine")
    .option('--json', 'print one JSON object', false)
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    const found = await send(client.modelProviders.found())
    if (options.json) terminal.out(sanitizeJson(found))
    else for (const name of found.ollama ?? []) terminal.out(sanitizeText(name))
    if (found.ollama === null) terminal.note('No Ollama answers on the machine of the server.')
    context.setExitCode(exitCodes.ok)
  })
}

function testCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('test')
    .description('ask a model of a provider for one word, and say what came back')
    .argument('<provider>', 'its name or id')
    .option('--model <name>', 'as the provider calls it; the first by default')
    .option('--json', 'print one JSON object', false)
  return addConnectionOptions(command).action(
    async (given: string, options: JsonOptions & { model?: string }) => {
      const { client, send } = openServer(options, context)
      const { id } = findProvider(await send(client.modelProviders.list()), given)
      const { model } = options
      const result = await send(
        client.modelProviders.test(id, model === undefined ? {} : { model }),
      )
      if (options.json) terminal.out(sanitizeJson(result))
      else terminal.out(sanitizeText(result.message))
      if (!options.json && result.hint) terminal.note(sanitizeText(result.hint))
      context.setExitCode(result.ok ? exitCodes.ok : exitCodes.negative)
    },
  )
}

function defaultCommand(context: CommandContext): Command {
  const command = new Command('default')
    .description('choose the model of turns whose agent names none')
    .argument('<model>', 'provider/model, as models list shows it')
  return addConnectionOptions(command).action(async (given: string, options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    const { items } = await send(client.modelProviders.list())
    const named = items.flatMap(({ name, models }) =>
      models.map((model) => ({ id: model.id, names: [model.id, `${name}/${model.name}`] })),
    )
    const [model, second] = named.filter(({ names }) =>
      names.some((one) => one.toLowerCase() === given.toLowerCase()),
    )
    if (!model || second) {
      const known = named.map(({ names }) => names[1]).join(', ')
      throw new CommandError(`There is no single model "${given}".`, `Known: ${known || 'none'}.`)
    }
    const { etag } = await send(client.settings.get())
    await send(client.settings.update({ default_model_id: model.id }, etag))
    context.terminal.out(`default  ${sanitizeText(model.id)}`)
    context.setExitCode(exitCodes.ok)
  })
}

function removeCommand(context: CommandContext): Command {
  const command = new Command('remove')
    .description('remove a provider with its key')
    .argument('<provider>', 'its name or id')
  return addConnectionOptions(command).action(async (given: string, options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    const { id, name } = findProvider(await send(client.modelProviders.list()), given)
    await send(client.modelProviders.remove(id))
    context.terminal.out(`removed  ${sanitizeText(name)}`)
    context.setExitCode(exitCodes.ok)
  })
}

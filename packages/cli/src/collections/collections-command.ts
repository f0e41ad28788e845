import { collectionChanges } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer, type Server } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire collections                    the sets of skills that git and other stock clients can take
  $ repertoire collections --json
  $ repertoire collections promote billing --dry-run    what a promotion would change
  $ repertoire collections promote billing              pin production to the revisions of now
  $ repertoire collections unpin billing                production gets the newest revisions again

Clients take production by NAME, and the newest revisions by NAME.canary. Promoting needs an owner or admin.
Exit codes: 0 done, 2 the command failed.`

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire collections`. */
export function collectionsCommand(context: CommandContext): Command {
  const command = new Command('collections')
    .description('the sets of skills that stock clients take: list, promote, unpin')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(promoteCommand(context))
  command.addCommand(unpinCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('list')
    .description('list the sets of skills that stock clients take')
    .option('--json', 'print one JSON object per collection and line', false)
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    const { items } = await send(client.collections.list())
    for (const one of items) {
      if (options.json) terminal.out(sanitizeJson(one))
      else {
        const { slug, selection, audience, description, token_made_at: token } = one
        const which = `${selection.kind}, for ${audience}, ${token ? 'with' : 'without'} a token`
        const pinned = one.promoted_at ? `, production of ${one.promoted_at}` : ''
        terminal.out(`${terminal.paint('bold', slug)}  ${which}${pinned}`)
        if (description) terminal.out(`  ${sanitizeText(description)}`)
      }
    }
    if (items.length === 0) terminal.note('There is no collection.')
    context.setExitCode(exitCodes.ok)
  })
}

function promoteCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('promote')
    .description('pin production to the revisions that a collection has now')
    .argument('<name>', 'the collection')
    .option('--dry-run', 'only say what would change', false)
    .option('--json', 'print one JSON object per change and line', false)
  return addConnectionOptions(command).action(
    async (name: string, options: JsonOptions & { dryRun: boolean }) => {
      const server = openServer(options, context)
      const { client, send } = server
      const { id, slug } = await findCollection(server, name)
      const production = await send(client.collections.skills(id, 'production'))
      const canary = await send(client.collections.skills(id, 'canary'))
      const changes = collectionChanges(production.items, canary.items)
      for (const change of changes) {
        terminal.out(options.json ? sanitizeJson(change) : `${change.change}  ${change.name}`)
      }
      if (options.dryRun) {
        if (changes.length === 0)
          terminal.note(`Production of ${slug} has these revisions already.`)
      } else {
        await send(client.collections.promote(id, canary.digest))
        terminal.note(`Production of ${slug} has ${canary.items.length} skills, as they are now.`)
      }
      context.setExitCode(exitCodes.ok)
    },
  )
}

function unpinCommand(context: CommandContext): Command {
  const command = new Command('unpin')
    .description('let production get the newest revisions again')
    .argument('<name>', 'the collection')
  return addConnectionOptions(command).action(async (name: string, options: ConnectionOptions) => {
    const server = openServer(options, context)
    const { id, slug } = await findCollection(server, name)
    await server.send(server.client.collections.unpin(id))
    context.terminal.note(`Production of ${slug} gets the newest revisions.`)
    context.setExitCode(exitCodes.ok)
  })
}

async function findCollection({ client, send }: Server, name: string) {
  const { items } = await send(client.collections.list())
  const found = items.find(({ slug }) => slug === name)
  if (found) return found
  const message = `There is no collection ${JSON.stringify(name)}.`
  throw new CommandError(message, 'See `repertoire collections`.')
}

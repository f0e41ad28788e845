import { type CollectionBody, collectionChanges } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findCollection } from './find-collection.ts'
import { promotionsCommand, setBackCommand } from './promotions-commands.ts'

const examples = `
Examples:
  $ repertoire collections                    the sets of skills that git and other stock clients can take
  $ repertoire collections --json
  $ repertoire collections promote billing --dry-run    what a promotion would change
  $ repertoire collections promote billing              pin production to the revisions of now
  $ repertoire collections promotions billing           what production got, and when
  $ repertoire collections set-back billing 3           production gets what promotion 3 pinned
  $ repertoire collections unpin billing                production gets the newest revisions again

Clients take production by NAME, and the newest revisions by NAME.canary. Promoting needs an owner or admin.
Exit codes: 0 done, 1 there is no such collection, 2 the command failed.`

/** `repertoire collections`. */
export function collectionsCommand(context: CommandContext): Command {
  return new Command('collections')
    .description('the sets of skills that stock clients take: list, promote, set back, unpin')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(promoteCommand(context))
    .addCommand(promotionsCommand(context))
    .addCommand(setBackCommand(context))
    .addCommand(unpinCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the sets of skills that stock clients take')
    .json('print one JSON object per collection and line')
    .runOnServer(async ({ client, send, terminal, print }) => {
      const { items } = await send(client.collections.list())
      for (const one of items) print(one, linesOf(one, terminal))
      if (items.length === 0) terminal.note('There is no collection.')
    })
}

interface PromoteOptions {
  dryRun: boolean
}

function promoteCommand(context: CommandContext): Command {
  return new ServerCommand('promote', context)
    .description('pin production to the revisions that a collection has now')
    .argument('<name>', 'the collection')
    .option('--dry-run', 'only say what would change', false)
    .json('print one JSON object per change and line')
    .runOnServer(async (server, name: string, options: PromoteOptions) => {
      const { client, send, terminal, print } = server
      const { id, slug } = await findCollection(server, name)
      const production = await send(client.collections.skills(id, 'production'))
      const canary = await send(client.collections.skills(id, 'canary'))
      const changes = collectionChanges(production.items, canary.items)
      for (const change of changes) print(change, `${change.change}  ${change.name}`)
      if (options.dryRun) {
        if (changes.length === 0)
          terminal.note(`Production of ${slug} has these revisions already.`)
      } else {
        await send(client.collections.promote(id, canary.digest))
        terminal.note(`Production of ${slug} has ${canary.items.length} skills, as they are now.`)
      }
    })
}

function unpinCommand(context: CommandContext): Command {
  return new ServerCommand('unpin', context)
    .description('let production get the newest revisions again')
    .argument('<name>', 'the collection')
    .json()
    .runOnServer(async (server, name: string) => {
      const { client, send, terminal, print } = server
      const { id, slug } = await findCollection(server, name)
      await send(client.collections.unpin(id))
      const done = `Production of ${slug} gets the newest revisions.`
      print({ id, slug, unpinned: true }, () => terminal.note(done))
    })
}

function linesOf(collection: CollectionBody, { paint }: Pick<Terminal, 'paint'>): string[] {
  const { slug, selection, audience, description, token_made_at: token } = collection
  const which = `${selection.kind}, for ${audience}, ${token ? 'with' : 'without'} a token`
  const pinned = collection.promoted_at ? `, production of ${collection.promoted_at}` : ''
  return [
    `${paint('bold', slug)}  ${which}${pinned}`,
    ...(description ? [`  ${sanitizeText(description)}`] : []),
  ]
}

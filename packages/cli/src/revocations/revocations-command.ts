import type { RevocationBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import type { Server } from '../connection/api.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { namedSkill } from '../library/named-skill.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire revocations                                     contents that nobody may use, why and since when
  $ repertoire revocations add pdf-forms --reason "It sends the form to somebody else"
  $ repertoire revocations remove sha256:…                     it may be used again; nothing is switched on

A revocation holds for one content, whichever skills have it: they are off, and no revision with it can be made or restored.
Needs an owner or admin. Exit codes: 0 done, 1 there is no such skill, 2 the command failed.`

/** `repertoire revocations`. */
export function revocationsCommand(context: CommandContext): Command {
  return new Command('revocations')
    .description('contents that nobody may use: list, add, remove')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list revoked contents, newest first')
    .json('print one JSON object per revocation and line')
    .runOnServer(async ({ client, send, terminal, print }) => {
      const { items } = await send(client.reviews.revocations())
      for (const one of items) print(one, linesOf(one, terminal))
      if (items.length === 0) terminal.note('No content is revoked.')
    })
}

function addCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description('take a content out of use, in every skill that has it')
    .argument(
      '<content>',
      'a digest (sha256:…), or the slug or id of a skill, for its current revision',
    )
    .requiredOption('--reason <text>', 'why, for everybody who meets it')
    .json()
    .runOnServer(async (server, content: string, { reason }: { reason: string }) => {
      const digest = await digestOf(content, server)
      const { disabled } = await server.send(server.client.reviews.revoke(digest, reason))
      const slugs = disabled.map(({ slug }) => slug)
      const off = slugs.length === 0 ? 'No skill that was on has it.' : `Off: ${slugs.join(', ')}.`
      server.print({ digest, disabled }, `Revoked ${digest}. ${sanitizeText(off)}`)
    })
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('take a revocation back; its skills stay off until somebody switches them on')
    .argument(
      '<content>',
      'a digest (sha256:…), or the slug or id of a skill, for its current revision',
    )
    .json()
    .runOnServer(async (server, content: string) => {
      const digest = await digestOf(content, server)
      await server.send(server.client.reviews.removeRevocation(digest))
      const next = 'Its skills stay off; `repertoire enable` switches them on.'
      server.print({ digest, removed: true }, `${digest} may be used again. ${next}`)
    })
}

async function digestOf(content: string, server: Server): Promise<string> {
  return content.startsWith('sha256:') ? content : (await namedSkill(content, server)).digest
}

function linesOf(
  { digest, severity, reason, url, at }: RevocationBody,
  { paint }: Pick<Terminal, 'paint'>,
): readonly string[] {
  const source = url === null ? '' : `  ${sanitizeText(url)}`
  return [`${paint('bold', digest)}  ${severity}  ${at}${source}`, `  ${sanitizeText(reason)}`]
}

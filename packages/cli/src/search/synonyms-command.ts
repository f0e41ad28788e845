import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire synonyms                             the groups, one a line
  $ repertoire synonyms add k8s kubernetes          make the two mean the same
  $ repertoire synonyms add k8s "container cluster" add a phrase to the group of k8s
  $ repertoire synonyms remove k8s                  take it out of its group

Exit codes: 0 done, 1 nothing to remove, 2 the command failed.`

type Groups = readonly (readonly string[])[]

/** `repertoire synonyms`. */
export function synonymsCommand(context: CommandContext): Command {
  return new Command('synonyms')
    .description('words and phrases that mean the same to search and routing')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the groups')
    .json()
    .runOnServer(async (server) => {
      const { client, send } = server
      printGroups((await send(client.settings.get())).search_synonyms, server)
    })
}

function addCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description('make words mean the same; with a known word, add the others to its group')
    .argument('<words...>', 'two to six words, each of at most 40 characters; quote a phrase')
    .json()
    .runOnServer(async (server, words: string[]) =>
      change(server, (groups) => withSynonyms(groups, words)),
    )
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('take words out of their groups')
    .argument('<words...>', 'quote a phrase')
    .json()
    .runOnServer(async (server, words: string[]) =>
      change(server, (groups) => withoutSynonyms(groups, words)),
    )
}

async function change(server: ServerRun, edit: (groups: Groups) => string[][]): Promise<ExitCode> {
  const { client, send } = server
  const { search_synonyms: before, etag } = await send(client.settings.get())
  const after = edit(before)
  if (JSON.stringify(after) === JSON.stringify(before)) {
    printGroups(before, server)
    return exitCodes.negative
  }
  const saved = await send(client.settings.update({ search_synonyms: after }, etag))
  printGroups(saved.search_synonyms, server)
  return exitCodes.ok
}

function printGroups(groups: Groups, { terminal, print }: Results): void {
  if (groups.length === 0) terminal.note('No synonyms yet.')
  const lines = groups.map((group) => sanitizeText(group.join(' ~ ')))
  print({ search_synonyms: groups }, lines)
}

const twoWords = 'Name two or more: repertoire synonyms add k8s kubernetes'

/** The groups with these words in one; the groups that had one of them are joined. Throws CommandError. */
export function withSynonyms(groups: Groups, words: readonly string[]): string[][] {
  const joined = groups.filter((group) => group.some((word) => isAmong(words, word)))
  const others = groups.filter((group) => !joined.includes(group))
  const all: string[] = []
  for (const word of [...joined.flat(), ...words]) if (!isAmong(all, word)) all.push(word.trim())
  if (all.length < 2) throw new CommandError('One word alone has no synonym.', twoWords)
  return [...others.map((group) => [...group]), all]
}

/** The groups without these words; one of which a single word is left says nothing any more. */
export function withoutSynonyms(groups: Groups, words: readonly string[]): string[][] {
  return groups
    .map((group) => group.filter((word) => !isAmong(words, word)))
    .filter((group) => group.length > 1)
}

function isAmong(words: readonly string[], word: string): boolean {
  const plain = (text: string) => text.trim().toLowerCase()
  return words.some((one) => plain(one) === plain(word))
}

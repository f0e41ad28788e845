import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
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
  const command = new Command('synonyms')
    .description('words and phrases that mean the same to search and routing')
    .addHelpText('after', examples)
  addConnectionOptions(
    command.command('list', { isDefault: true }).description('list the groups'),
  ).action(async (options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    print(context, (await send(client.settings.get())).search_synonyms)
  })
  addConnectionOptions(
    command
      .command('add')
      .description('make words mean the same; with a known word, add the others to its group')
      .argument('<words...>', 'two to six words; quote a phrase'),
  ).action((words: string[], options: ConnectionOptions) =>
    change(context, options, (groups) => withSynonyms(groups, words)),
  )
  addConnectionOptions(
    command
      .command('remove')
      .description('take words out of their groups')
      .argument('<words...>', 'quote a phrase'),
  ).action((words: string[], options: ConnectionOptions) =>
    change(context, options, (groups) => withoutSynonyms(groups, words)),
  )
  return command
}

async function change(
  context: CommandContext,
  options: ConnectionOptions,
  edit: (groups: Groups) => string[][],
): Promise<void> {
  const { client, send } = openServer(options, context)
  const { search_synonyms: before, etag } = await send(client.settings.get())
  const after = edit(before)
  if (JSON.stringify(after) === JSON.stringify(before)) {
    print(context, before)
    context.setExitCode(exitCodes.negative)
    return
  }
  const saved = await send(client.settings.update({ search_synonyms: after }, etag))
  print(context, saved.search_synonyms)
}

function print({ terminal }: CommandContext, groups: Groups): void {
  if (groups.length === 0) terminal.note('No synonyms yet.')
  for (const group of groups) terminal.out(sanitizeText(group.join(' ~ ')))
}

/** The groups with these words in one; the groups that had one of them are joined. */
export function withSynonyms(groups: Groups, words: readonly string[]): string[][] {
  const joined = groups.filter((group) => group.some((word) => isAmong(words, word)))
  const others = groups.filter((group) => !joined.includes(group))
  const all: string[] = []
  for (const word of [...joined.flat(), ...words]) if (!isAmong(all, word)) all.push(word.trim())
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

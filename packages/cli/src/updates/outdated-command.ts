import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { reviewLine, updateLine } from './update-lines.ts'
import { ignoredSkills, outdatedSkill, waitingUpdates } from './waiting-updates.ts'

const examples = `
Examples:
  $ repertoire outdated                the skills of sources that have a newer revision
  $ repertoire outdated --json | jq -r 'select(.state == "ready") | .slug'
  $ repertoire outdated --exit-code    for CI: 1 when there are some

ready: clean, repertoire update takes it. review: somebody reads it first. too-young: a sync applies it when it is old
enough. refused: nobody may approve it. ignored: repertoire sources watch ends that. It says what the last syncs
brought; repertoire update reads the sources again.

Exit codes: 0 listed, 1 with --exit-code: some wait, 2 the command failed.`

interface OutdatedOptions {
  exitCode: boolean
}

/** `repertoire outdated`. */
export function outdatedCommand(context: CommandContext): Command {
  return new ServerCommand('outdated', context)
    .description('list the skills of sources that have a newer revision, with current and newest')
    .option('--exit-code', 'end with 1 when there are some that nobody ignores', false)
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .runOnServer(async (server, { exitCode }: OutdatedOptions) => {
      const { terminal, print } = server
      const waiting = (await waitingUpdates(server)).map(outdatedSkill)
      for (const skill of [...waiting, ...(await ignoredSkills(server))]) {
        const isToRead = skill.state === 'review' || skill.state === 'refused'
        print(skill, isToRead ? reviewLine(skill, terminal) : updateLine(skill, terminal))
      }
      if (waiting.length === 0) terminal.note('Every skill has the newest revision that was read.')
      return exitCode && waiting.length > 0 ? exitCodes.negative : exitCodes.ok
    })
}

import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { connectReviews } from '../inbox/reviews-api.ts'
import { printRevision } from '../inbox/revision-lines.ts'
import { listCommand } from '../library/list-command.ts'
import { addSkillCommand } from './add-skill-command.ts'

const examples = `
Examples:
  $ repertoire skills add https://github.com/acme/skills --yes --enable
  $ repertoire skills add https://git.example/team/skills.git --ref v2 --path skills --skill triage
  $ repertoire skills offer weekly-numbers --reason "The whole team asks for it"
  $ repertoire inbox list --state all --kind offer          what became of it

A repository is read without running anything of it. Each skill is scanned and its licence recorded; a skill under a
proprietary licence, or with a blocked scan, is refused, and what needs reading waits: repertoire inbox.

Exit codes: 0 done, 1 a skill was refused, waits, or is not there, 2 the command failed.`

/** `repertoire skills`. */
export function skillsCommand(context: CommandContext): Command {
  return new Command('skills')
    .description(
      'add skills of a git repository; offer one of your own to the organisation; list all',
    )
    .addHelpText('after', examples)
    .addCommand(addSkillCommand(context))
    .addCommand(offerCommand(context))
    .addCommand(listCommand(context))
}

interface OfferOptions {
  reason: string
}

function offerCommand(context: CommandContext): Command {
  return new ServerCommand('offer', context)
    .description('offer your own skill to the organisation; an owner or admin decides')
    .argument('<skill>', 'slug or id')
    .option('--reason <text>', 'for whoever decides', '')
    .json()
    .runOnServer(async (server, skill: string, options: OfferOptions) => {
      const { terminal, print } = server
      const offered = await connectReviews(server).offer(skill, options.reason)
      print(offered, () => {
        printRevision(terminal, offered)
        terminal.note('An owner or admin decides. Take it back: repertoire inbox withdraw <id>')
      })
    })
}

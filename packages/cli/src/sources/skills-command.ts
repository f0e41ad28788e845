import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { connectReviews } from '../inbox/reviews-api.ts'
import { printRevision } from '../inbox/revision-lines.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
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
    .description('add skills of a git repository; offer one of your own to the organisation')
    .addHelpText('after', examples)
    .addCommand(addSkillCommand(context))
    .addCommand(offerCommand(context))
}

interface OfferOptions extends ConnectionOptions {
  reason: string
  json: boolean
}

function offerCommand(context: CommandContext): Command {
  const command = new Command('offer')
    .description('offer your own skill to the organisation; an owner or admin decides')
    .argument('<skill>', 'slug or id')
    .option('--reason <text>', 'for whoever decides', '')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (skill: string, options: OfferOptions) => {
    const { terminal } = context
    const offered = await connectReviews(options, context).offer(skill, options.reason)
    if (options.json) terminal.out(sanitizeJson(offered))
    else {
      printRevision(terminal, offered)
      terminal.note('An owner or admin decides. Take it back: repertoire inbox withdraw <id>')
    }
    context.setExitCode(exitCodes.ok)
  })
}

import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { listAgents } from './find-conversation.ts'

/** `repertoire agents`. */
export function agentsCommand(context: CommandContext): Command {
  return new ServerCommand('agents', context)
    .description('list the agents that can be asked')
    .json('print one JSON object per agent and line')
    .runOnServer(async (server) => {
      const { terminal, printPaged } = server
      const agents = await listAgents(server)
      const lines = agents.map(({ id, name, model_id: model, skill_ids: skills }) => {
        const about = `${skills.length} skills, ${model ?? 'the default model'}`
        return `${id}  ${terminal.paint('bold', sanitizeText(name))}  ${sanitizeText(about)}`
      })
      await printPaged(agents, lines)
      if (agents.length === 0) terminal.note('No agents. `repertoire ask` needs none.')
    })
}

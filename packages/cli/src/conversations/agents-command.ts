import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { listAgents } from './find-conversation.ts'

interface AgentsOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire agents`. */
export function agentsCommand(context: CommandContext): Command {
  const command = new Command('agents')
    .description('list the agents that can be asked')
    .option('--json', 'print one JSON object per agent and line', false)
  return addConnectionOptions(command).action(async (options: AgentsOptions) => {
    const { terminal } = context
    const agents = await listAgents(openServer(options, context))
    const lines = agents.map(({ id, name, model_id: model, skill_ids: skills }) => {
      const about = `${skills.length} skills, ${model ?? 'the default model'}`
      return `${id}  ${terminal.paint('bold', sanitizeText(name))}  ${sanitizeText(about)}`
    })
    if (options.json) for (const agent of agents) terminal.out(sanitizeJson(agent))
    else await terminal.page(lines)
    if (agents.length === 0) terminal.note('No agents. `repertoire ask` needs none.')
  })
}

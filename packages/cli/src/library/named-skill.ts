import type { SkillBody } from '@repertoire/client'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { connect, type Server } from '../connection/api.ts'
import type { ConnectionContext, ConnectionOptions } from '../connection/connection.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

export interface NamedSkill {
  readonly slug: string
  readonly server: Server
}

/** The skill with that slug or id. Throws CommandError with the exit code of a negative answer. */
export async function namedSkill(
  { slug, server }: NamedSkill,
  options: ConnectionOptions,
  context: ConnectionContext,
): Promise<SkillBody> {
  const found = await connect(options, context).find(slug, undefined)
  if (found) return server.send(server.client.skills.get(found.id))
  throw new CommandError(
    `There is no skill ${JSON.stringify(sanitizeText(slug))}.`,
    'See `repertoire list` or `repertoire search`.',
    exitCodes.negative,
  )
}

import type { SkillBody } from '@repertoire/client'
import { notFound } from '../command/not-found.ts'
import { connect, type Server } from '../connection/api.ts'

/** The skill with that slug or id. Throws CommandError with the exit code of a negative answer. */
export async function namedSkill(slug: string, server: Server): Promise<SkillBody> {
  const found = await connect(server).find(slug, undefined)
  if (found) return server.send(server.client.skills.get(found.id))
  throw notFound('skill', slug, 'See `repertoire list` or `repertoire search`.')
}

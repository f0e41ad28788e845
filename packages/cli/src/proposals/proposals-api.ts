import {
  type ProposalAccept,
  type ProposalBody,
  type ProposalSummary,
  RepertoireError,
} from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { connect, openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

/** The server calls of `repertoire proposals` and `repertoire skills offer`. */
export interface ProposalsApi {
  /** Newest first. */
  list(status: ProposalSummary['status'] | undefined): Promise<ProposalSummary[]>
  get(id: string): Promise<ProposalBody>
  accept(id: string, acceptance: ProposalAccept): Promise<ProposalSummary>
  reject(id: string, note: string): Promise<ProposalSummary>
  withdraw(id: string, note: string): Promise<ProposalSummary>
  /** By slug or id, among one's own skills. */
  offer(slugOrId: string, reason: string): Promise<ProposalSummary>
}

const pageSize = 100

export function connectProposals(
  options: ConnectionOptions,
  context: CommandContext,
): ProposalsApi {
  const { client, send } = openServer(options, context)
  const { proposals } = client
  return {
    async list(status) {
      const items: ProposalSummary[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = await send(proposals.list({ status, limit: pageSize, cursor }))
        items.push(...page.items)
        cursor = page.next_cursor
      }
      return items
    },
    get: (id) => send(explainRefusal(proposals.get(id))),
    async accept(id, acceptance) {
      return (await send(explainRefusal(proposals.accept(id, acceptance)))).proposal
    },
    reject: (id, note) => send(explainRefusal(proposals.reject(id, { note }))),
    withdraw: (id, note) => send(explainRefusal(proposals.withdraw(id, note))),
    async offer(slugOrId, reason) {
      const skill = await connect(options, context).find(slugOrId, 'user')
      if (!skill) throw noOwnSkill(slugOrId)
      const { id, digest } = skill
      return send(explainRefusal(proposals.offer(id, { digest, reason })))
    },
  }
}

function noOwnSkill(slugOrId: string): CommandError {
  const name = JSON.stringify(sanitizeText(slugOrId))
  const hint = 'Only your own skills can be offered: repertoire search <words> lists them.'
  return new CommandError(`You have no skill ${name} of your own.`, hint, exitCodes.negative)
}

/** What cannot be decided or offered now is a negative result; a missing permission is an error. */
async function explainRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof RepertoireError) || ![404, 409, 412, 422].includes(error.status)) {
      throw error
    }
    throw new CommandError(`${error.message} [${error.code}]`, error.hint, exitCodes.negative)
  }
}

import {
  type OrganisationBody,
  type OrganisationCreated,
  RepertoireError,
} from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import { commandHint } from '../connection/command-hints.ts'
import type { ConnectionOptions } from '../connection/connection.ts'

/** The server calls of `repertoire organisations`. */
export interface OrganisationsApi {
  list(): Promise<readonly OrganisationBody[]>
  create(name: string, owner: string): Promise<OrganisationCreated>
  rename(id: string, name: string): Promise<OrganisationBody>
  remove(id: string): Promise<void>
  restore(id: string): Promise<OrganisationBody>
  export(id: string): Promise<Uint8Array>
}

/** With the operator's key; a person's key, also the local one, is never sent. */
export function connectOrganisations(
  options: ConnectionOptions,
  context: CommandContext,
): OrganisationsApi {
  const key = options.key ?? (context.env.REPERTOIRE_OPERATOR_KEY || undefined)
  if (key === undefined) {
    throw new CommandError(
      'This needs the operator’s key.',
      'Set REPERTOIRE_OPERATOR_KEY, here and where the server is started.',
    )
  }
  const { client, send } = openServer({ ...options, key }, context)
  const { organisations } = client
  return {
    list: () => send(explain(organisations.list())),
    create: (name, owner) => send(explain(organisations.create({ name, owner }))),
    rename: (id, name) => send(explain(organisations.rename(id, name))),
    remove: (id) => send(explain(organisations.remove(id))),
    restore: (id) => send(explain(organisations.restore(id))),
    export: (id) => send(explain(organisations.export(id))),
  }
}

async function explain<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof RepertoireError)) throw error
    if (error.status === 401) {
      throw new CommandError('The server does not accept this operator’s key.', commandHint(error))
    }
    if (error.code === 'request.unknown-path') {
      throw new CommandError(
        'The server has no operator.',
        'Start it with REPERTOIRE_OPERATOR_KEY set.',
      )
    }
    if (error.status !== 404 && error.status !== 409) throw error
    throw new CommandError(
      `${error.message} [${error.code}]`,
      commandHint(error),
      exitCodes.negative,
    )
  }
}

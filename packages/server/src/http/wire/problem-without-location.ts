import type { Problem } from '@repertoire/core/base'

/**
 * The problem as an answer may have it, also where nobody is logged in: which machine, database, folder or file it is
 * about stands in the log only. Problems of anything else pass unchanged.
 */
export function withoutLocation(problem: Problem): Problem {
  const { code, kind, details } = problem
  const message = Object.hasOwn(messages, code) ? messages[code] : fallback(problem)
  if (message === undefined) return problem
  const wait = details?.retry_after_seconds
  return {
    ...{ code, kind, message },
    hint: hints[code] ?? seeLog,
    ...(wait !== undefined && { details: { retry_after_seconds: wait } }),
  }
}

const seeLog = 'Try again later. The log of the server has the cause, for whoever runs it.'
const lockHolder =
  'Try again. If it stays so, whoever runs the server finds out what holds the database.'
const freeSpace = 'Free space on the disk (or raise the quota) of the server, then try again.'

const messages: Readonly<Record<string, string>> = {
  'data.folder-unusable': 'The data folder of the server cannot be used.',
  'secret.key-unusable': 'The encryption key of the server cannot be used.',
  'store.busy': 'Something else holds what this needs in the database for too long.',
  'store.cannot-open': 'The database of the server cannot be opened.',
  'store.damaged': 'The database of the server is damaged.',
  'store.disk-failure': 'The disk of the server reported an error.',
  'store.folder-unusable': 'The data folder of the server cannot be used.',
  'store.full': 'There is no room left to store this; nothing of it was stored.',
  'store.not-a-database': 'The database of the server is not one.',
  'store.read-only': 'The database of the server cannot be written.',
  'store.unavailable': 'The database does not answer.',
}

const hints: Readonly<Record<string, string>> = {
  'store.busy': lockHolder,
  'store.full': freeSpace,
}

/** Those that a later release of the store may add. */
function fallback({ code, kind, details }: Problem): string | undefined {
  const hasPlace = ['file', 'folder', 'database'].some((name) => details?.[name] !== undefined)
  const isOfStore = code.startsWith('store.') && kind === 'unavailable'
  return isOfStore && hasPlace ? 'The server cannot read or store anything now.' : undefined
}

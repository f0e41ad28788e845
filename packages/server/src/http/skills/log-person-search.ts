import { type MadeSearch, recordSearch } from '@repertoire/core'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { SkillListQuery } from './skill-list.ts'

/** What a filter leaves out was not missed by the search, and a further page is no further search. */
export function isWholeLibrary({ sort: _, order: _o, limit: _l, ...filters }: SkillListQuery) {
  return Object.values(filters).every((value) => value === undefined)
}

/** Counts what a person typed in the organisation's log of searches, where it is on. */
export async function logPersonSearch(
  app: Application,
  caller: Caller,
  search: MadeSearch,
): Promise<void> {
  const { searchLog, settings } = catalogOf(app, caller).store
  const deps = { searchLog, clock: app.clock, settings: (await settings.get()).settings }
  await recordSearch(deps, search)
}

import { type MadeSearch, recordSearch } from '@repertoire/core/choose'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { reportSearchLogFailure } from '../../platform/search-log-failure.ts'
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
  const { store } = catalogOf(app, caller)
  const { settings } = await store.settings.get()
  const onError = reportSearchLogFailure(app.logger, caller.principal.tenantId)
  await recordSearch({ searchLog: store.searchLog, clock: app.clock, settings, onError }, search)
}

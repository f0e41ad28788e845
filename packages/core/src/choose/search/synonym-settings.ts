import type { TenantId } from '../../base/ids.ts'
import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { SettingsStore } from '../../ports/organisation.ts'
import { TenantCache } from './tenant-cache.ts'

/** Reads the synonyms of organisations. As long as their settings stay the same, so does the list that it returns. */
export function createSynonymReader(
  settingsOf: (tenantId: TenantId) => Pick<SettingsStore, 'get'>,
): (tenantId: TenantId) => Promise<readonly SynonymGroup[]> {
  const known = new TenantCache<{ version: number; groups: readonly SynonymGroup[] }>()
  return async (tenantId) => {
    const { settings, version } = await settingsOf(tenantId).get()
    const before = known.get(tenantId)
    if (before?.version === version) return before.groups
    known.set(tenantId, { version, groups: settings.searchSynonyms })
    return settings.searchSynonyms
  }
}

import type { TenantId } from '../../base/ids.ts'
import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { SettingsStore } from '../../ports/organisation.ts'

/** Organisations whose groups are remembered. */
const maxTenants = 64

/** Reads the synonyms of organisations. As long as their settings stay the same, so does the list that it returns. */
export function createSynonymReader(
  settingsOf: (tenantId: TenantId) => Pick<SettingsStore, 'get'>,
): (tenantId: TenantId) => Promise<readonly SynonymGroup[]> {
  const known = new Map<TenantId, { version: number; groups: readonly SynonymGroup[] }>()
  return async (tenantId) => {
    const { settings, version } = await settingsOf(tenantId).get()
    const before = known.get(tenantId)
    if (before?.version === version) return before.groups
    known.delete(tenantId)
    known.set(tenantId, { version, groups: settings.searchSynonyms })
    for (const oldest of known.keys()) {
      if (known.size <= maxTenants) break
      known.delete(oldest)
    }
    return settings.searchSynonyms
  }
}

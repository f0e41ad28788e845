import type { TraceId } from '../../base/ids.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type {
  IntegrationCatalogue,
  IntegrationEntry,
  IntegrationFolder,
} from '../../ports/integrations.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { type IntegrationSetUp, syncIntegration } from './set-up-integration.ts'

export interface FollowIntegrationsRequest {
  /** The current folders on disk, as listed by the catalogue. */
  readonly folders: readonly IntegrationFolder[]
  readonly catalogue: Pick<IntegrationCatalogue, 'load'>
  readonly traceId: TraceId
  readonly yieldToEventLoop?: () => Promise<void>
}

export type FollowedIntegration = { readonly entry: IntegrationEntry } & (
  | { readonly setUp: IntegrationSetUp; readonly error?: undefined }
  | { readonly error: unknown; readonly setUp?: undefined }
)

/**
 * Updates the integrations of an organisation whose version on disk has changed. Deleted skills stay deleted. A
 * failed integration does not stop the others.
 */
export async function followIntegrations(
  deps: JudgingDeps,
  { folders, catalogue, traceId, yieldToEventLoop }: FollowIntegrationsRequest,
): Promise<readonly FollowedIntegration[]> {
  const followed: FollowedIntegration[] = []
  for (const entry of await deps.store.integrations.all()) {
    const listed = folders.find(({ domain }) => domain === entry.domain)
    if (!listed?.manifest || listed.manifest.version === entry.version) continue
    if (await isOwnerRemoved(deps, entry)) continue
    const by = { actor: null, author: entry.setUpBy, traceId }
    try {
      const integration = await catalogue.load(entry.domain)
      if (!integration?.manifest) continue
      const setUp = await syncIntegration(deps, {
        entry,
        integration,
        by,
        yes: null,
        restore: false,
        yieldToEventLoop,
      })
      followed.push({ entry, setUp })
    } catch (error) {
      followed.push({ entry, error })
    }
  }
  return followed
}

/** Entries of former members are not updated. */
async function isOwnerRemoved(
  { store }: CatalogDeps,
  { scope }: IntegrationEntry,
): Promise<boolean> {
  return scope.kind === 'user' && (await store.members.get(scope.userId)) === null
}

import type { TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { RoutingServices } from '../choose/routing/route-turn.ts'
import { createInProcessSegmentBuilder } from '../choose/search/segment-builder.ts'
import { createSkillSearch, type SkillSearchService } from '../choose/search/skill-search.ts'
import type { TenantStore } from '../ports/store.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { ingestedPackage, type SamplePackage } from './ingested-package.ts'

/** An organisation with skills, indexed like on the server, for tests of routing. */
export async function createRoutingFixture(
  samples: readonly SamplePackage[],
  sha256: Sha256,
): Promise<{
  readonly services: RoutingServices & { readonly search: SkillSearchService }
  readonly tenant: TenantStore
}> {
  const tenantId = 'org_1' as TenantId
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  const arrivals = samples.map((sample) => ingestedPackage(sample, sha256))
  if (arrivals.length > 0) await tenant.skills.save(arrivals, 'create')
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const viewer = 'usr_author' as UserId
  return { tenant, services: { tenantId, viewer, skills: tenant.skills, search, router: search } }
}

import { ProblemError } from '../../base/errors.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { SkillRegistry } from '../../ports/skill-registry.ts'
import type { FoundSkill, SkillRegistryClient } from '../../ports/skill-registry-client.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ownerOf, relatedSlugs } from '../origin/origin-owner.ts'
import { previewPackage } from './preview-package.ts'
import { registryRevoked } from './registry-problems.ts'
import { entryAt, type RegistrySource, registryToAsk } from './registry-source.ts'

export interface RegistryClientDeps extends Pick<JudgingDeps, 'judge' | 'sha256'> {
  readonly store: Pick<TenantStore, 'sources' | 'reviews'>
  /** Opens a registry with its token. */
  clientOf(registry: RegistrySource): Promise<SkillRegistry>
}

/** The oldest registry that is switched on, as the agents of one person ask it. */
export function createSkillRegistryClient(
  deps: RegistryClientDeps,
  actor: Pick<CatalogActor, 'principal'>,
): SkillRegistryClient {
  const { sources } = deps.store
  return {
    search: async (query) => {
      const registry = await registryToAsk(sources, undefined)
      return (await deps.clientOf(registry)).search(query)
    },
    fetch: async (address, signal) => {
      const { registry, id } = await entryAt(sources, address)
      const found = await (await deps.clientOf(registry)).fetch(id, signal)
      return judged(deps, actor, { registry, found })
    },
  }
}

async function judged(
  deps: RegistryClientDeps,
  actor: Pick<CatalogActor, 'principal'>,
  request: Parameters<typeof previewPackage>[2],
): Promise<FoundSkill> {
  const { slug, facts, body, permissions, trust } = await previewPackage(deps, actor, request)
  const revocations = await deps.store.reviews.revocations()
  const { id, url } = request.found.skill
  if (revocations.some(({ digest }) => digest === facts.digest))
    throw new ProblemError(registryRevoked(id))
  const { isSignatureRequired, licence } = await deps.judge.policiesOn(trust.licence)
  const { id: sourceId, name, config } = request.registry
  const place = { sourceId, registry: name, id, url }
  const owner = ownerOf({ sourceType: 'marketplace', sourceUrl: config.baseUrl, sourceId: id })
  const now = { licenceDecision: licence.decision, licenceReason: licence.reason }
  const slugs = [slug, ...relatedSlugs(owner, slug)]
  return {
    place,
    slugs,
    facts,
    body,
    permissions,
    trust: { ...trust, ...now, isSignatureRequired },
  }
}

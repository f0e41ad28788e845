import { ProblemError } from '../../base/errors.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { SkillRegistry } from '../../ports/skill-registry.ts'
import type { FoundSkill, SkillRegistryClient } from '../../ports/skill-registry-client.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ownerOf, relatedSlugs } from '../origin/origin-owner.ts'
import { previewPackage } from './preview-package.ts'
import { registryOff, registryRevoked } from './registry-problems.ts'
import { addressOf, entryAt, listRegistries, type RegistrySource } from './registry-source.ts'

export interface RegistryClientDeps extends Pick<JudgingDeps, 'judge' | 'sha256'> {
  readonly store: Pick<TenantStore, 'sources' | 'reviews'>
  /** Opens a registry with its token. */
  clientOf(registry: RegistrySource): Promise<SkillRegistry>
}

/** All registries that are switched on, as the agents of one person ask them. */
export function createSkillRegistryClient(
  deps: RegistryClientDeps,
  actor: Pick<CatalogActor, 'principal'>,
): SkillRegistryClient {
  const { sources } = deps.store
  return {
    search: async (query) => {
      const [first, ...others] = await listRegistries(sources)
      if (!first) throw new ProblemError(registryOff)
      const ask = async (registry: RegistrySource) => (await deps.clientOf(registry)).search(query)
      const named = async (registry: RegistrySource) =>
        (await ask(registry)).map((one) => ({ ...one, id: addressOf(registry, one.id) }))
      return takeTurns(await answersOf([ask(first), ...others.map(named)]), query.limit)
    },
    fetch: async (address, signal) => {
      const { registry, id } = await entryAt(sources, address)
      const found = await (await deps.clientOf(registry)).fetch(id, signal)
      return judged(deps, actor, { registry, found })
    },
  }
}

/** Of those that answered; the first problem where none did. */
async function answersOf<Answer>(
  asked: readonly Promise<readonly Answer[]>[],
): Promise<readonly (readonly Answer[])[]> {
  const ends = await Promise.allSettled(asked)
  const answered = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const failed = ends.find((end) => end.status === 'rejected')
  if (answered.length === 0 && failed) throw failed.reason
  return answered
}

/** The best of each list, then the second of each, up to a number. */
function takeTurns<Answer>(
  lists: readonly (readonly Answer[])[],
  limit: number,
): readonly Answer[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []))
    .flat()
    .slice(0, limit)
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

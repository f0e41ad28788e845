import type { Problem } from '../../base/errors.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type {
  IntegrationEntry,
  IntegrationFolder,
  IntegrationManifest,
  LoadedIntegration,
} from '../../ports/integrations.ts'
import { ingestBundledSkill } from './ingest-bundled-skill.ts'
import { integrationNotFound } from './integration-problems.ts'

/** A bundled skill as it would be set up; `folder` is its name in `skills/`. */
export type BundledSkillFacts = { readonly folder: string } & (
  | {
      readonly slug: string
      readonly name: string
      readonly description: string
      readonly remarks: readonly Problem[]
      readonly problem?: undefined
    }
  | { readonly problem: Problem }
)

/** An integration as visible to one person: its state on disk, and the scopes it is set up for. */
export interface IntegrationOverview {
  readonly domain: string
  /** Null when missing or broken; see `problem`. */
  readonly manifest: IntegrationManifest | null
  readonly problem: Problem | null
  readonly skills: readonly BundledSkillFacts[]
  /** Entries of the organisation and of the person. */
  readonly entries: readonly IntegrationEntry[]
}

export interface ListIntegrationsRequest {
  /** The current folders on disk, as listed by the catalogue. */
  readonly folders: readonly IntegrationFolder[]
  readonly yieldToEventLoop?: () => Promise<void>
}

/** Lists available and set-up integrations, by domain, including those missing on disk. */
export async function listIntegrations(
  deps: CatalogDeps,
  actor: CatalogActor,
  { folders, yieldToEventLoop }: ListIntegrationsRequest,
): Promise<readonly IntegrationOverview[]> {
  const entries = await deps.store.integrations.list(actor.principal.userId)
  const present = new Set(folders.map(({ domain }) => domain))
  const missing = [...new Set(entries.map(({ domain }) => domain))]
    .filter((domain) => !present.has(domain))
    .map((domain): IntegrationFolder => ({ domain, problem: integrationNotFound(domain) }))
  const overviews: IntegrationOverview[] = []
  for (const folder of [...folders, ...missing]) {
    const { domain } = folder
    const mine = entries.filter((entry) => entry.domain === domain)
    const { manifest = null, problem = null } = folder
    const skills = folder.manifest ? describeSkills(deps, actor, folder) : []
    overviews.push({ domain, manifest, problem, skills, entries: mine })
    await yieldToEventLoop?.()
  }
  return overviews.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
}

function describeSkills(
  { sha256 }: CatalogDeps,
  { principal }: CatalogActor,
  integration: LoadedIntegration,
): readonly BundledSkillFacts[] {
  const scope = { kind: 'org' } as const
  return integration.skills.map((bundled): BundledSkillFacts => {
    const { name: folder } = bundled
    const request = { integration, skill: bundled, scope, author: principal.userId }
    const arrived = ingestBundledSkill(request, sha256)
    if ('problem' in arrived) return { folder, problem: arrived.problem }
    if (!arrived.outcome.ok) return { folder, problem: arrived.outcome.problem }
    const { slug, facts } = arrived.outcome.arrival
    const remarks = bundled.remarks ?? []
    return { folder, slug, name: facts.name, description: facts.description, remarks }
  })
}

import type { Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { SkillOrigin, SkillScope } from '../../domain/skill.ts'
import type { BundledSkill, LoadedIntegration } from '../../ports/integrations.ts'
import { type ArrivalOutcome, createArrival } from '../packages/arrival.ts'
import { bundledSourceId } from './plan-projection.ts'

/** D8: the origin of a bundled skill, with the version of the manifest. */
export function bundledOrigin({ domain, manifest }: LoadedIntegration, name: string): SkillOrigin {
  return {
    sourceType: 'manual',
    sourceUrl: null,
    sourceRef: manifest.version,
    sourceId: bundledSourceId(domain, name),
    provenance: 'integration',
  }
}

export interface BundledArrivalRequest {
  readonly integration: LoadedIntegration
  readonly skill: BundledSkill
  readonly scope: SkillScope
  readonly author: UserId
}

/** What a bundled skill's files are, or why they could not be read. */
export type ReadBundledSkill =
  | { readonly name: string; readonly outcome: ArrivalOutcome }
  | { readonly name: string; readonly problem: Problem }

/** Creates the arrival of a bundled skill; the folder name is the fallback for its name. */
export function createBundledArrival(
  { integration, skill, scope, author }: BundledArrivalRequest,
  sha256: Sha256,
): ReadBundledSkill {
  const { name } = skill
  if (skill.problem) return { name, problem: skill.problem }
  const { domain, manifest } = integration
  const outcome = createArrival(
    {
      files: skill.files,
      folderName: name,
      scope,
      origin: bundledOrigin(integration, name),
      author,
      reason: `Set up from the integration ${domain} ${manifest.version}`,
    },
    sha256,
  )
  return { name, outcome }
}

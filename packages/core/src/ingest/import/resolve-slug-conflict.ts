import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { Skill, SkillOrigin, SkillScopeKind } from '../../domain/skill.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { ownerOf, relatedSlugs } from '../origin/origin-owner.ts'
import {
  type IngestOutcome,
  type IngestRequest,
  ingestPackage,
} from '../packages/ingest-package.ts'

export interface SlugResolution {
  readonly outcome: IngestOutcome
  /** The skill that gets a new revision; null for a new skill. */
  readonly replaces: Skill | null
  /** The skill of another origin that has the slug of the file, and keeps it. */
  readonly conflictingSkill: Skill | null
}

type Deps = Pick<CatalogDeps, 'store' | 'sha256'>

/**
 * An arrival under a slug that no skill of another origin has: where one has it, the newcomer's slug gets its
 * owner in front (`owner/name` as `owner-name`), which is written into its SKILL.md. With `overwrite` it takes
 * the slug of the file whoever has it. Problems: those of {@link ingestPackage}, `skill.other-origin`.
 */
export async function resolveSlugConflict(
  deps: Deps,
  actor: CatalogActor,
  { arrival, overwrite }: { readonly arrival: IngestRequest; readonly overwrite: boolean },
): Promise<SlugResolution> {
  const outcome = ingestPackage(arrival, deps.sha256)
  if (!outcome.ok) return { outcome, replaces: null, conflictingSkill: null }
  const { slug } = outcome.arrival
  const find = (wanted: string) => findInScope(deps, actor, arrival.scope.kind, wanted)
  const holder = await find(slug)
  const owner = ownerOf(arrival.origin)
  const isOwn = (skill: Skill | null) => skill !== null && ownerOf(skill.origin).key === owner.key
  if (overwrite || isOwn(holder)) return { outcome, replaces: holder, conflictingSkill: null }
  let free: string | null = holder === null ? slug : null
  for (const beside of relatedSlugs(owner, slug)) {
    const other = await find(beside)
    if (isOwn(other)) return renamed(deps, arrival, { slug: beside, replaces: other, holder })
    if (other === null) free ??= beside
  }
  if (holder === null) return { outcome, replaces: null, conflictingSkill: null }
  if (free !== null) return renamed(deps, arrival, { slug: free, replaces: null, holder })
  const refused = { ok: false, problem: otherOrigin(holder), diagnostics: outcome.diagnostics }
  return { outcome: { ...refused, ok: false }, replaces: null, conflictingSkill: holder }
}

interface Renaming {
  readonly slug: string
  readonly replaces: Skill | null
  readonly holder: Skill | null
}

function renamed(
  { sha256 }: Deps,
  arrival: IngestRequest,
  { slug, replaces, holder }: Renaming,
): SlugResolution {
  const overrides = { ...arrival.overrides, slug }
  const outcome = ingestPackage({ ...arrival, overrides }, sha256)
  const diagnostics = [...(holder ? [keptApart(holder, slug)] : []), ...outcome.diagnostics]
  return { outcome: { ...outcome, diagnostics }, replaces, conflictingSkill: holder }
}

async function findInScope(
  { store }: Deps,
  { principal }: CatalogActor,
  scope: SkillScopeKind,
  slug: string,
): Promise<Skill | null> {
  const { items } = await store.skills.list(principal.userId, { scope, slug }, { limit: 1 })
  return items[0] ?? null
}

function keptApart({ slug, origin }: Skill, newSlug: string): Diagnostic {
  return {
    ...{ code: 'skill.kept-apart', severity: 'warning', line: 1, column: 1 },
    message: `"${slug}" is the slug of another skill here, ${placeOf(origin)}. Both are kept: this one is "${newSlug}".`,
    fix: 'If it is the same skill, import it from where that one came from, or choose to overwrite.',
  }
}

function otherOrigin({ id, slug, origin }: Skill): Problem {
  return {
    code: 'skill.other-origin',
    kind: 'conflict',
    message: `"${slug}" is the slug of another skill here, ${placeOf(origin)}, and so are the slugs with this one’s owner in front. Nothing was changed.`,
    hint: 'Give this one its own slug in its frontmatter, or choose to overwrite the other.',
    details: { slug, skill_id: id },
  }
}

function placeOf(origin: SkillOrigin): string {
  const { key } = ownerOf(origin)
  return key === 'local' ? 'written or imported here' : `from ${truncate(key, 200)}`
}

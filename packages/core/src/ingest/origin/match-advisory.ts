import type { Advisory, AdvisoryList } from '../../domain/advisory.ts'
import type { SkillOrigin } from '../../domain/skill.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { ownerOf } from './origin-owner.ts'

type Place = Pick<SkillOrigin, 'sourceType' | 'sourceUrl' | 'sourceId'>

/** What the lists say that is critical. Pure. */
export function criticalAdvisories(lists: readonly AdvisoryList[]): readonly Advisory[] {
  return lists
    .flatMap(({ content }) => content?.advisories ?? [])
    .filter(({ severity }) => severity === 'critical')
}

/** The first advisory whose publishers or sources name a place. Pure. */
export function advisoryAgainst(
  advisories: readonly Advisory[],
  place: Place,
): Advisory | undefined {
  const { key } = ownerOf(place)
  const address = place.sourceUrl === null ? null : normalAddress(place.sourceUrl)
  return advisories.find(
    ({ publishers, sources }) =>
      publishers.some((one) => normalAddress(one) === key) ||
      (address !== null && sources.some((one) => isBelow(address, normalAddress(one)))),
  )
}

/** Where the content of a source comes from. Pure. */
export function placeOfSource(config: SourceConfig): Place {
  return { sourceType: 'url', sourceUrl: urlOfSource(config), sourceId: null }
}

function urlOfSource(config: SourceConfig): string | null {
  if (config.kind === 'samples') return null
  if (config.kind === 'github') return `https://github.com/${config.repo}`
  return 'url' in config ? config.url : config.baseUrl
}

/** Host and path alone, so that `https://GitHub.com/Acme/skills.git` is `github.com/acme/skills`. */
function normalAddress(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (!url) return text.toLowerCase()
  const path = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return `${url.host.replace(/^www\./, '')}${path}`.toLowerCase()
}

/** Whole parts of the path: `…/skills` is not `…/skills-of-others`. */
function isBelow(address: string, named: string): boolean {
  return address === named || address.startsWith(`${named}/`)
}

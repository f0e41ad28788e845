import type { SkillOrigin } from '../../domain/skill.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import type { SkillSource } from '../../domain/source.ts'

/** The origin of a skill that comes from an entry of a source. `version`: a commit or a digest. */
export function entryOrigin(
  { id, config }: Pick<SkillSource, 'id' | 'config'>,
  entryId: string,
  version: string,
): SkillOrigin {
  return {
    sourceType: sourceTypes[config.kind],
    sourceUrl: entryUrl(config, entryId, version),
    sourceRef: version || null,
    sourceId: id,
    provenance: 'catalog',
  }
}

const sourceTypes = {
  github: 'github',
  git: 'url',
  url: 'url',
  'well-known': 'url',
  'plugin-marketplace': 'marketplace',
  marketplace: 'marketplace',
  clawhub: 'marketplace',
  samples: 'manual',
} as const satisfies Record<SourceConfig['kind'], SkillOrigin['sourceType']>

/** An address that a person can open where there is one. */
function entryUrl(config: SourceConfig, entryId: string, version: string): string | null {
  switch (config.kind) {
    case 'github': {
      const path = entryId.split('/').map(encodeURIComponent).join('/')
      return `https://github.com/${config.repo}/tree/${encodeURIComponent(version)}/${path}`
    }
    case 'git':
    case 'url':
    case 'well-known':
    case 'plugin-marketplace':
      return config.url
    case 'marketplace':
    case 'clawhub':
      return `${config.baseUrl.replace(/\/$/, '')}/${entryId.split('/').map(encodeURIComponent).join('/')}`
    case 'samples':
      return null
  }
}

import {
  allowedToolsText,
  asciiName,
  compatibility,
  description,
  formatName,
  metadataOfStrings,
  noReservedNames,
  onlyKeys,
  plainDescription,
  specKeys,
} from './field-rules.ts'
import { betweenFenceLines, findFrontmatter, findFrontmatterLines } from './find-content.ts'
import type { Profile, ProfileName, ProfileReader } from './profile.ts'
import { truncatedFrontmatter } from './truncated-frontmatter.ts'

const packager: ProfileReader = { findContent: findFrontmatterLines, refuses: {} }
const lenient: ProfileReader = { findContent: betweenFenceLines, refuses: {} }

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  spec: {
    reader: {
      findContent: findFrontmatter,
      refuses: {
        flow: 'all',
        anchors: true,
        tabs: 'beside-values',
        duplicateKeys: true,
        mixedIndent: true,
      },
      acceptsQuotedLinesAtMargin: true,
    },
    checks: [onlyKeys(specKeys), formatName, description, compatibility, truncatedFrontmatter],
  },
  anthropic: {
    reader: packager,
    checks: [
      onlyKeys(specKeys),
      asciiName({ matchFolder: false }),
      plainDescription,
      compatibility,
    ],
  },
  openai: {
    reader: packager,
    checks: [
      onlyKeys(specKeys.filter((key) => key !== 'compatibility')),
      asciiName({ matchFolder: false }),
      plainDescription,
    ],
  },
  'claude-api': {
    reader: packager,
    checks: [asciiName({ matchFolder: false }), description, noReservedNames],
  },
  opencode: { reader: lenient, checks: [asciiName({ matchFolder: true }), description] },
  'gh-skill': {
    reader: lenient,
    checks: [asciiName({ matchFolder: true }), description, allowedToolsText],
  },
  mcp: {
    reader: {
      findContent: betweenFenceLines,
      refuses: { flow: 'several-lines', anchors: true, tabs: 'all', duplicateKeys: true },
    },
    checks: [asciiName({ matchFolder: true }), description, metadataOfStrings],
  },
}

/** The rules of `spec` for values, with keys of other agents and their lists in any notation of YAML. */
export const openFormat: Profile = {
  reader: {
    findContent: findFrontmatter,
    refuses: { flow: 'several-lines', anchors: true, tabs: 'all', duplicateKeys: true },
  },
  checks: [formatName, description, compatibility, truncatedFrontmatter],
}

/** Names of all strict profiles; `spec` is the reference validator of the open format. */
export const profileNames: readonly ProfileName[] = [
  'spec',
  'anthropic',
  'openai',
  'claude-api',
  'opencode',
  'gh-skill',
  'mcp',
]

import type { Entry } from '../frontmatter/entries.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'
import type { TextRange } from '../frontmatter/yaml-library.ts'

/** A set of rules somebody checks a SKILL.md against before it is accepted. */
export type ProfileName =
  | 'spec'
  | 'anthropic'
  | 'openai'
  | 'claude-api'
  | 'opencode'
  | 'gh-skill'
  | 'mcp'

/** One broken rule; about a key, or at an offset of the text. */
export interface ProfileProblem {
  code: string
  message: string
  fix?: string
  /** The whole file where neither is given. */
  at?: { key: string } | { offset: number }
  severity?: 'error' | 'warning'
}

/** The frontmatter as a profile reads it. */
export interface ProfileSubject {
  text: string
  content: TextRange
  parsed: ParsedFrontmatter
  folderName: string | undefined
  entry: (key: string) => Entry | undefined
}

export type ProfileCheck = (subject: ProfileSubject) => ProfileProblem[]

/** What a profile's reader does with the text before any rule is checked. */
export interface ProfileReader {
  /** Where it takes the frontmatter to be, or why it finds none. */
  findContent: (text: string) => TextRange | ProfileProblem
  /** Forms of YAML it refuses. */
  refuses: {
    flow?: 'all' | 'several-lines'
    anchors?: boolean
    tabs?: 'all' | 'beside-values'
    duplicateKeys?: boolean
    unevenIndentation?: boolean
  }
  acceptsQuotedLinesAtMargin?: boolean
}

export interface Profile {
  reader: ProfileReader
  /** In the order in which problems are reported. */
  checks: readonly ProfileCheck[]
}

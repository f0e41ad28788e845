import type { Entry } from '../frontmatter/entries.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'
import type { TextRange } from '../frontmatter/yaml-library.ts'

/** A set of validation rules of one consumer of SKILL.md files. */
export type ProfileName =
  | 'spec'
  | 'anthropic'
  | 'openai'
  | 'claude-api'
  | 'opencode'
  | 'gh-skill'
  | 'mcp'

/** One violated rule, of a key or at an offset of the text. */
export interface ProfileProblem {
  code: string
  message: string
  fix?: string
  /** Default: the whole file. */
  at?: { key: string } | { offset: number }
  severity?: 'error' | 'warning'
}

/** The frontmatter as read by a profile. */
export interface ProfileSubject {
  text: string
  content: TextRange
  parsed: ParsedFrontmatter
  folderName: string | undefined
  entry: (key: string) => Entry | undefined
}

export type ProfileCheck = (subject: ProfileSubject) => ProfileProblem[]

/** How a profile reads the text before it checks rules. */
export interface ProfileReader {
  /** Finds the frontmatter, or the reason why there is none. */
  findContent: (text: string) => TextRange | ProfileProblem
  /** YAML forms it rejects. */
  refuses: {
    flow?: 'all' | 'several-lines'
    anchors?: boolean
    tabs?: 'all' | 'beside-values'
    duplicateKeys?: boolean
    mixedIndent?: boolean
  }
  acceptsQuotedLinesAtMargin?: boolean
}

export interface Profile {
  reader: ProfileReader
  /** In the order of reported problems. */
  checks: readonly ProfileCheck[]
}

import type { Entry } from '../frontmatter/entries.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'

/** The parts of a file the later steps of loading work on. */
export interface FileContent {
  text: string
  parsed: ParsedFrontmatter
  bodyOffset: number
  /** The lines of a top-level key, where there is one. */
  entry: (key: string) => Entry | undefined
}

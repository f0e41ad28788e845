import type { Entry } from '../frontmatter/entries.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'

/** The parts of a file that the later loading steps use. */
export interface FileContent {
  text: string
  parsed: ParsedFrontmatter
  bodyOffset: number
  /** The lines of a top-level key, if present. */
  entry: (key: string) => Entry | undefined
}

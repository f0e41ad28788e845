import type { JsonValue } from '../../json.ts'
import type { ParsedFrontmatter } from '../parsed-frontmatter.ts'

/** What one broken value was taken for, and the first place that stopped YAML. */
export interface RepairedValue {
  value: JsonValue
  /** Where the value came out of YAML after all: how its numbers were written. */
  parsed?: ParsedFrontmatter
  code: string
  offset: number
  message: string
}

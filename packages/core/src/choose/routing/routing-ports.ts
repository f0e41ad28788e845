import type { SkillRouter } from '../../ports/search-index.ts'
import type { VocabularyShelf } from './vocabulary-shelf.ts'

/** What choosing skills for a turn takes beside the skills (E2, E3, E7). */
export interface RoutingPorts {
  readonly router: SkillRouter
  readonly vocabularies: VocabularyShelf
  /** Names of settings that are there for everybody, as the operator says; never their values. */
  readonly env: ReadonlySet<string>
  /** `linux`, `darwin`, `win32`. */
  readonly platform: string
}

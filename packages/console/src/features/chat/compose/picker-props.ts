import type { RefObject } from 'react'
import type { SkillChoice } from './composer-parts.ts'

export interface SkillPickerProps {
  /** What it opens above, as wide as it at most: nothing of it is covered. */
  readonly composer: RefObject<HTMLElement | null>
  /** Where the focus goes afterwards. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly active: readonly string[]
  readonly onChoose: (skill: SkillChoice) => void
  /** Closed without a choice: the message that was written instead, such as a path that begins with a slash. */
  readonly onClose: (message: string) => void
}

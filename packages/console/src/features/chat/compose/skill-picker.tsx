import { type RefObject, Suspense, useState } from 'react'
import { focusAtEnd } from '../../../shared/browser/focus-at-end.ts'
import { lazyComponent, loadOnce } from '../../../shared/design/lazy-component.tsx'
import type { SkillChoice } from './composer-parts.ts'
import { pickerHint, pickerStyles } from './picker-styles.ts'

/** Its code, which is fetched before it is first asked for. */
export const loadSkillPicker = loadOnce(() => import('./skill-picker-popover.tsx'))
const SkillPickerPopover = lazyComponent(loadSkillPicker, (module) => module.SkillPickerPopover)

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

/** The skills that a person may activate, found by what is written after the slash. */
export function SkillPicker(props: SkillPickerProps) {
  const [text, setText] = useState('')
  return (
    <Suspense
      fallback={
        <input
          ref={focusAtEnd}
          aria-label="Skill to activate"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={({ key }) => key === 'Escape' && props.onClose(`/${text}`)}
          placeholder={pickerHint}
          className={pickerStyles}
        />
      }
    >
      <SkillPickerPopover {...props} text={text} onText={setText} />
    </Suspense>
  )
}

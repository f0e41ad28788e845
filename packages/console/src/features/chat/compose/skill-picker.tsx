import { Suspense, useState } from 'react'
import { focusAtEnd } from '../../../shared/browser/focus-at-end.ts'
import { lazyComponent, loadOnce } from '../../../shared/design/lazy-component.tsx'
import type { SkillPickerProps } from './picker-props.ts'
import { pickerHint, pickerStyles } from './picker-styles.ts'

/** Its code, which is fetched before it is first asked for. */
export const loadSkillPicker = loadOnce(() => import('./skill-picker-popover.tsx'))
const SkillPickerPopover = lazyComponent(loadSkillPicker, (module) => module.SkillPickerPopover)

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
          onKeyDown={(event) => {
            // It stands within the form of the message, which Enter would send.
            if (event.key === 'Enter') event.preventDefault()
            if (event.key === 'Escape') props.onClose(`/${text}`)
          }}
          placeholder={pickerHint}
          className={pickerStyles}
        />
      }
    >
      <SkillPickerPopover {...props} text={text} onText={setText} />
    </Suspense>
  )
}

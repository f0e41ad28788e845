import { Popover } from '@base-ui/react/popover'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { keepHeight } from '../../../shared/browser/keep-height.ts'
import type { SkillChoice } from './composer-parts.ts'
import { pickerHint, pickerStyles } from './picker-styles.ts'

/** Its list, which is fetched before it is first asked for. */
export const loadSkillPicker = () =>
  import('./skill-picker-list.tsx').then((module) => ({ default: module.SkillPickerList }))
const SkillPickerList = lazy(loadSkillPicker)

/** Toasts stand above it: at its end is what a skill costs. */
const measure = (popup: HTMLElement | null) => (popup ? keepHeight('--picker', popup) : undefined)

interface SkillPickerProps {
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
export function SkillPicker({ composer, field, active, onChoose, onClose }: SkillPickerProps) {
  const [text, setText] = useState('')
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason }) => {
        if (open) return
        onClose(text === '' && reason !== 'escape-key' ? '' : `/${text}`)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={composer}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup
            ref={measure}
            finalFocus={field}
            className="popup w-[min(var(--anchor-width),32rem)] overflow-hidden"
          >
            <Popover.Title className="sr-only">Activate a skill in this conversation</Popover.Title>
            <Suspense
              fallback={
                <input
                  ref={focusAtEnd}
                  aria-label="Skill to activate"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  placeholder={pickerHint}
                  className={pickerStyles}
                />
              }
            >
              <SkillPickerList
                text={text}
                active={active}
                focus={focusAtEnd}
                onText={setText}
                onChoose={onChoose}
                onEmptied={() => onClose('')}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function focusAtEnd(field: HTMLInputElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

import { Popover } from '@base-ui/react/popover'
import { keepHeight } from '../../../shared/browser/keep-height.ts'
import type { SkillPickerProps } from './picker-props.ts'
import { SkillPickerList } from './skill-picker-list.tsx'

/** Toasts stand above it: at its end is what a skill costs. */
const measure = (popup: HTMLElement | null) => (popup ? keepHeight('--picker', popup) : undefined)

interface SkillPickerPopoverProps extends SkillPickerProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** The picker itself, with what was already written. */
export function SkillPickerPopover(props: SkillPickerPopoverProps) {
  const { composer, field, active, text, onText, onChoose, onClose } = props
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
            <SkillPickerList
              text={text}
              active={active}
              onText={onText}
              onChoose={onChoose}
              onEmptied={() => onClose('')}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { dialogBackdrop } from '../shared/design/dialog-styles.ts'
import { PaletteField, type PaletteFieldProps } from './palette-field.tsx'
import { palettePopup } from './palette-styles.ts'

interface PaletteWindowProps extends PaletteFieldProps {
  /** What has the focus afterwards; false: nothing. */
  readonly finalFocus: HTMLElement | false
}

/** The palette itself, with what was already written. */
export function PaletteWindow({ finalFocus, ...field }: PaletteWindowProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && field.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup initialFocus={false} finalFocus={() => finalFocus} className={palettePopup}>
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <PaletteField {...field} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

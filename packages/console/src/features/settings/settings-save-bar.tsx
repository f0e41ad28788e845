import { useSaveKeys } from '../../shared/browser/use-save-keys.ts'
import { Button } from '../../shared/design/button.tsx'
import { plural } from '../../shared/design/numbers.ts'

interface SettingsSaveBarProps {
  readonly count: number
  readonly saving: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** Stays in view while something on the page is not saved. */
export function SettingsSaveBar({ count, saving, onSave, onDiscard }: SettingsSaveBarProps) {
  useSaveKeys(() => saving || onSave())
  return (
    <div
      data-page-foot
      className="popup fade-in sticky bottom-4 z-10 my-4 flex flex-wrap items-center gap-3 px-4 py-2.5"
    >
      <span role="status" className="mr-auto text-xs font-medium">
        {plural(count, 'unsaved change')}
      </span>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="small" variant="primary" disabled={saving} onClick={onSave}>
        {saving ? 'Saving…' : 'Save settings'}
      </Button>
    </div>
  )
}

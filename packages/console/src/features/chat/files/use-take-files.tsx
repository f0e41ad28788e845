import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Confirm } from '../../../shared/design/dialog.tsx'
import { plural } from '../../../shared/design/numbers.ts'
import { showErrorMessage } from '../../../shared/design/show-toast.ts'
import type { UploadPlan } from './upload-plan.ts'
import { useFileChanges } from './use-file-changes.ts'

interface TakenFiles {
  readonly take: (chosen: readonly File[]) => Promise<void>
  readonly busy: boolean
  /** Asks before files are replaced; shown where the files are taken. */
  readonly dialog: ReactNode
}

/** Takes chosen or dropped files into a conversation: what the server would refuse is said, and what would be replaced is asked. */
export function useTakeFiles(
  conversationId: string,
  onUploaded: (names: readonly string[]) => void = () => {},
): TakenFiles {
  const { plan, upload } = useFileChanges(conversationId)
  const [asked, setAsked] = useState<UploadPlan<File> | null>(null)
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  function send(files: readonly File[]): void {
    upload.mutate(files, { onSuccess: (names) => onUploaded(names) })
  }
  async function take(chosen: readonly File[]): Promise<void> {
    if (chosen.length === 0) return
    const planned = await plan.mutateAsync(chosen).catch(() => null)
    if (!planned) return
    for (const refusal of planned.refused) showErrorMessage(refusal)
    if (planned.replaces.length === 0) {
      if (planned.send.length > 0) send(planned.send)
    } else if (shown.current) setAsked(planned)
    else showErrorMessage(`Nothing was uploaded: there already is ${planned.replaces.join(', ')}.`)
  }
  const dialog = (
    <Confirm
      open={asked !== null}
      title={`Replace ${plural(asked?.replaces.length ?? 0, 'file')}?`}
      description={`There already: ${asked?.replaces.join(', ') ?? ''}. What they hold now is lost.`}
      confirm="Replace"
      onConfirm={() => asked && send(asked.send)}
      onClose={() => setAsked(null)}
    />
  )
  return { take, busy: plan.isPending || upload.isPending, dialog }
}

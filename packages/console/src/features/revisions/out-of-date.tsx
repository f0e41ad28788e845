import type { PendingRevisionBody } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../shared/design/button.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { Notice } from '../../shared/design/notice.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import { openAsDraft } from './open-as-draft.ts'
import { outOfDateText } from './out-of-date-text.ts'

interface OutOfDateProps {
  readonly revision: PendingRevisionBody
  readonly writable: boolean
}

/** Its skill went on without it: the text is not lost, but a person has to put the two together. */
export function OutOfDate({ revision, writable }: OutOfDateProps) {
  const navigate = useNavigate()
  const me = useMe()
  const mine = revision.proposal?.person === me.member.id
  const { title, text } = outOfDateText(revision, { mine })
  async function open(): Promise<void> {
    try {
      await navigate(await openAsDraft(revision, { mine }))
    } catch (error) {
      showErrorToast(error)
    }
  }
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={title}
        actions={
          writable && (
            <Button size="small" onClick={() => void open()}>
              Open as a draft
            </Button>
          )
        }
      >
        {text}
      </Notice>
    </div>
  )
}

import type { PendingRevisionBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'

type Rejection = NonNullable<PendingRevisionBody['rejected_before']>

/** Somebody said no to just this text before: by whom, and why. */
export function RejectedBefore({ rejection }: { readonly rejection: Rejection }) {
  const { id, by_name: name, at, note } = rejection
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={
          <>
            This text was rejected before
            {name !== null && (
              <>
                {' by '}
                <MarkedText text={name} />
              </>
            )}{' '}
            <Timestamp at={at} />
          </>
        }
        actions={
          <Link to="/reviews/$id" params={{ id }} className={buttonClass('secondary', 'small')}>
            Open it
          </Link>
        }
      >
        {note && (
          <>
            “<MarkedText text={note} />”
          </>
        )}
      </Notice>
    </div>
  )
}

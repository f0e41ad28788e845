import type { PendingRevisionBody } from '@repertoire/protocol'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { stateLabels } from './revision-labels.ts'

/** Who decided, when, and the note. */
export function Decided({ revision }: { readonly revision: PendingRevisionBody }) {
  const { state, decided_at: at, decided_by_name: name, note } = revision
  if (!at) return null
  return (
    <p className="[overflow-wrap:anywhere]">
      {stateLabels[state].text} <Timestamp at={at} />
      {name !== null && (
        <>
          {' by '}
          <MarkedText text={name} />
        </>
      )}
      {note && (
        <>
          : “<MarkedText text={note} />”
        </>
      )}
    </p>
  )
}

import type { CollectionBody, RecordedPromotionBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { ProblemNotice } from '../../shared/design/problem-notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { promotionsQuery } from './collections-query.ts'
import { setBackWithUndo } from './set-back.ts'

/** Changes of a promotion that are shown; the rest is counted. */
const maxShown = 6

interface SetBackDialogProps {
  readonly collection: CollectionBody
  readonly onClose: () => void
}

/** The promotions of a collection, each of which production can be set back to. */
export function SetBackDialog({ collection, onClose }: SetBackDialogProps) {
  const { data, error } = useQuery(promotionsQuery(collection.id))
  const [isPending, setPending] = useState(false)
  const items = data?.items ?? []
  const from = items.find(({ current }) => current)?.number ?? null
  const setBack = async (to: number, digest: string) => {
    setPending(true)
    const isDone = await setBackWithUndo(collection, { to, digest, from })
    setPending(false)
    if (isDone) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={`Set production of “${collection.slug}” back`}
      description="Clients of production get the revisions of the promotion again. The skills themselves stay as they are, and so does canary."
    >
      {error && <ProblemNotice error={error} />}
      {data && items.length === 0 && (
        <p className="text-ink-2">It has no promotion yet. Promote it first.</p>
      )}
      <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto" aria-label="Promotions">
        {data &&
          items.map((promotion) => (
            <PromotionRow
              key={promotion.number}
              promotion={promotion}
              disabled={isPending}
              onChoose={() => void setBack(promotion.number, data.digest)}
            />
          ))}
      </ul>
    </Modal>
  )
}

interface PromotionRowProps {
  readonly promotion: RecordedPromotionBody
  readonly disabled: boolean
  readonly onChoose: () => void
}

function PromotionRow({ promotion, disabled, onChoose }: PromotionRowProps) {
  const { number, current, changes, left_out: leftOut, repeats } = promotion
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium">Promotion {number}</p>
        {current && <Badge>Now</Badge>}
        <p className="text-xs text-ink-2">
          <Timestamp at={promotion.promoted_at} /> by{' '}
          {promotion.promoted_by_name ?? 'a former member'}, {plural(promotion.skills, 'skill')}
          {repeats !== null && `, set back to promotion ${repeats}`}
        </p>
        {!current && (
          <span className="ml-auto">
            <Button disabled={disabled} onClick={onChoose}>
              Set back to promotion {number}
            </Button>
          </span>
        )}
      </div>
      <ul className="mt-1 text-sm text-ink-2">
        {changes.length === 0 && <li>Changed nothing</li>}
        {changes.slice(0, maxShown).map(({ id, name, change }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {change} <span className="font-mono text-xs">{name}</span>
          </li>
        ))}
        {changes.length > maxShown && <li>and {changes.length - maxShown} more</li>}
      </ul>
      {leftOut.length > 0 && (
        <p className="mt-1 text-sm text-warn-ink [overflow-wrap:anywhere]">
          Not brought back: {leftOutText(leftOut)}
        </p>
      )}
    </li>
  )
}

/** Which skills stay out of production, and why. Pure. */
export function leftOutText(leftOut: RecordedPromotionBody['left_out']): string {
  const all = leftOut.slice(0, maxShown).map(({ name, reason }) => `${name} (${reason})`)
  const more = leftOut.length - all.length
  return [...all, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

import { collectionChanges } from '@repertoire/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../shared/api/api.ts'
import { formatCount } from '../../shared/design/numbers.ts'

/** Names that are shown; the rest is counted. */
const maxShown = 12

interface PromotionChangesProps {
  readonly id: string
  /** Gets the digest of the list that is shown, which is what a promotion names. */
  readonly onRead: (digest: string | null) => void
}

/** What production will have, as the beginning of a sentence. */
export function promotionText(count: number): string {
  if (count === 0) return 'Production gets no skill,'
  if (count === 1) return 'Production gets the one skill as it is now,'
  return `Production gets the ${formatCount(count)} skills as they are now,`
}

/** What a promotion would change for clients of production. */
export function PromotionChanges({ id, onRead }: PromotionChangesProps) {
  const { data, error } = useQuery({
    queryKey: ['collections', id, 'promotion'],
    queryFn: async () => {
      const production = await api.collections.skills(id, 'production')
      const canary = await api.collections.skills(id, 'canary')
      return { canary, changes: collectionChanges(production.items, canary.items) }
    },
    ...{ gcTime: 0, staleTime: 0 },
  })
  const digest = data?.canary.digest ?? null
  useEffect(() => onRead(digest), [digest, onRead])
  if (error) return 'What it has now could not be read.'
  if (!data) return 'Reading what it has now …'
  const { changes, canary } = data
  return (
    <>
      {promotionText(canary.items.length)} until the next promotion.
      {changes.length === 0 && ' It has just that already.'}
      {changes.slice(0, maxShown).map(({ name, change }) => (
        <span key={name} className="block [overflow-wrap:anywhere]">
          {change} <span className="font-mono text-xs">{name}</span>
        </span>
      ))}
      {changes.length > maxShown && (
        <span className="block">and {changes.length - maxShown} more</span>
      )}
    </>
  )
}

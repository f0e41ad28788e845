import type { CollectionBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { unknownNames } from './collection-setups.ts'
import { collectionSkillsQuery } from './collections-query.ts'

/** Names that are shown; the rest is counted. */
const maxShown = 12

/** The names of a collection by which nothing is given out; nothing where each is known. */
export function UnknownNames({ id, selection }: Pick<CollectionBody, 'id' | 'selection'>) {
  const { data } = useQuery({
    ...collectionSkillsQuery(id),
    enabled: selection.kind === 'names',
    staleTime: 0,
  })
  const unknown = data ? unknownNames(selection, data.items) : []
  if (unknown.length === 0) return null
  const more = unknown.length - maxShown
  return (
    <div className="mt-3">
      <Notice
        tone="warn"
        title={`${plural(unknown.length, 'name')} without an enabled skill of the organisation`}
      >
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          <MarkedText text={unknown.slice(0, maxShown).join(', ')} />
        </span>
        {more > 0 && ` and ${formatCount(more)} more`}. Clients get nothing for{' '}
        {unknown.length === 1 ? 'it' : 'them'}.
      </Notice>
    </div>
  )
}

import type { PendingRevisionBody } from '@repertoire/protocol'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'

/** What upstream says it changed, in its own words. Nobody checked them: the difference is what counts. */
export function CommitList({ commits }: Pick<PendingRevisionBody, 'commits'>) {
  if (commits.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer">
        {commits.length === 1 ? 'One commit' : `${commits.length} commits`} since the skill here
      </summary>
      <ul aria-label="Commits" className="mt-1 space-y-1">
        {commits.map(({ id, subject, author, at }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="font-mono">{id.slice(0, 7)}</span> <MarkedText text={subject} /> ·{' '}
            <MarkedText text={author} />, <Timestamp at={at} />
          </li>
        ))}
      </ul>
    </details>
  )
}
